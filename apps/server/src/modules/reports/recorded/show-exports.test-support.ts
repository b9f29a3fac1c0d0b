import { contentLines, readElements } from '@second-read/core/encode/dicom/read-elements.test-support';
import serverPackage from '../../../../package.json' with { type: 'json' };
import { digest } from './show-report.test-support.ts';

/** The bytes of one exported form; undefined where the report has none. */
export type Exported = (form: string) => Promise<Buffer | undefined>;

/**
 * What a change of meaning shows in: certainties, detections, codes and categories, but no region and no
 * plain text.
 */
const coded =
  /\| (Certainty of Finding|Detection by the algorithm|Finding|Assessment Category|Margins|Lesion Density|Shape|Breast composition|Single Image Finding|CAD Processing and Findings Summary) \|/;

/** Every export of a report: a digest of all that it says, and of a structured report what it codes. */
export async function exportLines(exported: Exported): Promise<string[]> {
  const sr = await contentOf(exported, 'dicom-sr');
  const cad = await contentOf(exported, 'dicom-cad-sr');
  const text = async (form: string) => digest(withoutVersion((await exported(form))?.toString('utf8') ?? ''));
  return [
    ...[...sr, ...cad]
      .filter((line) => coded.test(line))
      .map((line) => line.trim().replace(/^[A-Z ]+\| (CODE|NUM) \| /, 'SR ')),
    `CSV ${await text('csv')}, FHIR ${await text('fhir')}, SR ${digest(sr)}, CAD SR ${digest(cad)}`,
    `SEG ${digest(await elementsOf(exported, 'dicom-seg'))}, capture ${digest(await elementsOf(exported, 'dicom-sc'))}`,
  ];
}

async function contentOf(exported: Exported, form: string): Promise<string[]> {
  const file = await exported(form);
  return file ? contentLines(readElements(file).dataSet).map(withoutVersion) : [];
}

/** What a viewer shows of it: segments with their codes, or the drawn picture. */
async function elementsOf(exported: Exported, form: string): Promise<unknown> {
  const file = await exported(form);
  if (!file) return '';
  const { SegmentSequence, PixelData } = readElements(file).dataSet;
  return [SegmentSequence, PixelData];
}

function withoutVersion(text: string): string {
  return text.replaceAll(serverPackage.version, '<version>');
}
