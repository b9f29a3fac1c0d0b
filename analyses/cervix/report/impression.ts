import type { WireValue } from '@second-read/core/analysis/report-module';
import { percentText } from '@second-read/core/report/percent';

type Fields = { readonly [key: string]: WireValue };

/** What the examiner does next, by how the named change opens (IFCPC 2011 words). */
const advice: readonly (readonly [opens: string, next: string])[] = [
  ['Suspicious for invasion', 'urgent colposcopy and biopsy are advised'],
  ['Major change', 'colposcopy and biopsy are advised'],
  ['Minor change', 'colposcopy is advised'],
  ['Dense acetowhite', 'colposcopy and biopsy are advised'],
];

/** The conclusion of a cervix report in one sentence, from the findings of its wire alone. */
export function impressionOf(findings: readonly Fields[]): string {
  const of = (type: string) => findings.find((fields) => fields.type === type);
  const [lesion, tissue, abnormality] = ['lesion', 'cervical tissue', 'abnormality'].map(of);
  if (lesion === undefined || abnormality === undefined)
    return 'No conclusion: the result does not say whether a lesion was looked for.';
  if (tissue !== undefined && !isFound(tissue))
    return 'No conclusion: no cervix was outlined in this picture.';
  if (isFound(abnormality)) return abnormal(abnormality, lesion);
  if (isFound(lesion))
    return `${lesionWords(lesion)}; no abnormality named, since metaplasia and inflammation also turn white.`;
  return 'No acetowhite lesion identified in this picture; that does not exclude one.';
}

function abnormal(abnormality: Fields, lesion: Fields): string {
  const type = words(abnormality.abnormality_type, 'Abnormality suspected');
  const next = advice.find(([opens]) => type.startsWith(opens))?.[1] ?? 'colposcopy is advised';
  const size = isFound(lesion) ? `, ${sizeWords(lesion)}` : '';
  const { confidence } = abnormality;
  const score = typeof confidence === 'number' ? ` (model score ${percentText(confidence)})` : '';
  return `${type}${size}${score}; ${next}.`;
}

/** "Dense acetowhite lesion, 18.0 % of the cervix, 2 quadrants" */
function lesionWords(lesion: Fields): string {
  const density = /^Acetowhite, (\w+)$/.exec(words(lesion.lesion_type, ''))?.[1];
  const kind =
    density === undefined ? 'Acetowhite' : `${density.charAt(0).toUpperCase()}${density.slice(1)} acetowhite`;
  return `${kind} lesion, ${sizeWords(lesion)}`;
}

/** Without what could not be measured. */
function sizeWords(lesion: Fields): string {
  return words(lesion.size, 'size not measured').replace(/ \([^)]*\)$/, '');
}

function isFound({ found }: Fields): boolean {
  return found === 1 || found === true;
}

function words(value: WireValue | undefined, otherwise: string): string {
  return typeof value === 'string' && value.trim() !== '' ? value : otherwise;
}
