import type { Box } from '../../../pixels/plane.ts';
import { type Code, code } from '../../../reading/code.ts';
import type { CadView, ExportRecord } from '../../export-record.ts';
import { exportedFindings } from '../../exported-finding.ts';
import { cadReport, detectionOn, impressions, intent, singleImageFinding } from './cad-parts.ts';
import { type Child, type ContentItem, codeValue, instanceImage } from './content-item.ts';
import { algorithm } from './observer.ts';
import { writeStructuredReport } from './structured-report.ts';

/** PS3.16, CID 6022. */
const sides = {
  left: code('80248007', 'SCT', 'Left breast'),
  right: code('73056007', 'SCT', 'Right breast'),
} as const;
/** PS3.16, CID 4014. */
const viewCodes = {
  CC: code('399162004', 'SCT', 'cranio-caudal'),
  MLO: code('399368009', 'SCT', 'medio-lateral oblique'),
} as const;

const spatially = codeValue(
  code('111016', 'DCM', 'Composite type'),
  code('111154', 'DCM', 'Target content items are related spatially'),
);
const onSeveral = codeValue(
  code('111057', 'DCM', 'Scope of Feature'),
  code('111158', 'DCM', 'Feature detected on multiple images'),
);

/**
 * Mammography CAD SR (PS3.16, TID 4000) of an exam: all views that were read, with side and projection. A
 * lesion that shows on both views of a breast is a composite feature (TID 4004) of its places; one on a
 * single view is that finding (TID 4006). Scores are ranks, not calibrated, and left out. Undefined for
 * modules without CAD concepts.
 */
export function writeExamCad(record: ExportRecord, views: readonly CadView[]): Uint8Array | undefined {
  const { cad } = record.coding;
  if (!cad) return undefined;
  const found = exportedFindings(record).filter(
    ({ type, detection }) => cad[type] !== undefined && detection === 'detected',
  );
  const marks = found.flatMap(({ id, type, concept }) => {
    const places = views.flatMap((view) =>
      view.marks.filter((mark) => mark.finding === id).map(({ box }) => ({ view, box })),
    );
    return lesion(record, places, { composite: concept, single: cad[type] ?? concept });
  });
  return writeStructuredReport(record, {
    instance: 'cad-report',
    description: 'Mammography CAD',
    root: cadReport({
      library: views.map(libraryEntry),
      impressions: impressions(marks),
      performed: Object.values(cad).map((concept) =>
        detectionOn(
          record,
          concept,
          views.map((view) => instanceImage(view)),
        ),
      ),
    }),
    evidence: [],
    slices: views,
  });
}

/** TID 4020. */
function libraryEntry(view: CadView): ContentItem {
  return instanceImage(view, {
    children: [
      ['HAS ACQ CONTEXT', codeValue(code('111027', 'DCM', 'Image Laterality'), sides[view.side])],
      ['HAS ACQ CONTEXT', codeValue(code('111031', 'DCM', 'Image View'), viewCodes[view.view])],
    ],
  });
}

interface Place {
  readonly view: CadView;
  readonly box: Box;
}

function lesion(
  record: ExportRecord,
  places: readonly Place[],
  concepts: { readonly composite: Code; readonly single: Code },
): ContentItem[] {
  const singles = places.map((place) => boxed(record, place, concepts.single));
  if (singles.length < 2) return singles;
  return [
    codeValue(code('111015', 'DCM', 'Composite Feature'), concepts.composite, [
      ['HAS CONCEPT MOD', intent],
      ['HAS CONCEPT MOD', spatially],
      ['HAS CONCEPT MOD', onSeveral],
      ...algorithm(record).map((item): Child => ['HAS PROPERTIES', item]),
      ...singles.map((item): Child => ['INFERRED FROM', item]),
    ]),
  ];
}

/** By the box of the place. */
function boxed(record: ExportRecord, { view, box }: Place, concept: Code): ContentItem {
  const { x, y, width, height } = box;
  const [right, bottom] = [x + width, y + height];
  const centre = [x + width / 2, y + height / 2];
  const outline = [x, y, right, y, right, bottom, x, bottom, x, y];
  return singleImageFinding(record, { concept, on: instanceImage(view), centre, outline });
}
