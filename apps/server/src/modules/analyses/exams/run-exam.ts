import { examWire, urgencyOf } from '@second-read/analyses/stored-reading';
import { examOfReading, type StoredExam } from '@second-read/core/exam/stored-exam';
import type { AppContext } from '../../../context.ts';
import type { StudyFacts } from '../../../platform/compute/compute.ts';
import { openExam, openOrigin, sealExam, sealOrigin } from '../../patients/index.ts';
import type { AnalysisRow, Run } from '../analyses.repository.ts';
import { type EndTools, endAnalysis } from '../run/end-analysis.ts';
import { analysisFailed } from '../run/settle.ts';
import { type StoreTools, storeResult } from '../run/store-result.ts';
import { withComparison } from './compare-exam.ts';
import { findSlices } from './exams.repository.ts';

/**
 * Makes the report of an exam of what its slices left: one report, one charge, one audit entry, in one
 * transaction. What was read stays in the slices, so that a run that died is done again in seconds.
 */
export async function runExam(run: Run, context: StoreTools & Pick<AppContext, 'compute'>): Promise<void> {
  const { db, log } = context;
  const slices = run.batchId === null ? [] : await findSlices(db, run.batchId);
  const exam = await examOf(run, slices, context);
  if (exam === undefined) return endUnread(run, slices, context);
  if (typeof exam === 'string') return refuse(run, exam, context);
  const shown = representative(exam, slices);
  const file = shown && openExam(shown, context.config.keys);
  const checked = examOfReading(await withComparison(exam, run, file, context));
  if (!checked) {
    log.error({ analysis: run.id, module: run.module }, 'the reading of an exam is not of its schema');
    return analysisFailed(run, context);
  }
  const images = shown?.examSlice?.images;
  if (!shown || !images) return analysisFailed(run, context);
  const study = studyOf(shown, checked);
  const sealed = resealed(run, shown, context);
  await storeResult(
    run,
    {
      changes: { urgency: urgencyOf(checked).value, facts: study, ...sealed },
      report: {
        ...{ wire: examWire(checked), reading: checked, readingVersion: checked.version, images, study },
        scores: checked.scores,
        candidates: [],
      },
    },
    context,
  );
}

async function examOf(
  run: Run,
  slices: readonly AnalysisRow[],
  { compute }: Pick<AppContext, 'compute'>,
): Promise<StoredExam | string | undefined> {
  const left = slices.map(({ slice, frame, state, errorMessage, examSlice }) => ({
    ...{ slice, frame, state, errorMessage },
    examSlice: examSlice && { outcome: examSlice.outcome, facts: examSlice.facts },
  }));
  return compute.joinExam({ module: run.module, slices: left, statement: run.batch?.statement ?? null });
}

async function refuse(run: Run, errorMessage: string, context: EndTools): Promise<void> {
  await endAnalysis(run, { state: 'refused', errorCode: 'image_refused', errorMessage }, context);
}

/** Nothing could be read: refused where slices were, with the reason of the first. */
async function endUnread(run: Run, slices: readonly AnalysisRow[], context: EndTools): Promise<void> {
  const refused = slices.find(({ state }) => state === 'refused');
  const first = refused ?? slices[0];
  const errorMessage = first?.errorMessage ?? 'No image of the exam could be read. Nothing was charged.';
  if (refused) return refuse(run, errorMessage, context);
  const errorCode = first?.errorCode ?? 'analysis_failed';
  await endAnalysis(run, { state: 'failed', errorCode, errorMessage }, context);
}

/**
 * The slice that stands for the exam in lists: its first key slice, else the middle of those that were read.
 */
function representative(exam: StoredExam, rows: readonly AnalysisRow[]): AnalysisRow | undefined {
  const read = exam.slices.filter(({ status }) => status === 'read');
  const [key] = exam.reading.keySlices;
  const chosen = read.find(({ file }) => file === key?.file) ?? read[Math.floor(read.length / 2)];
  return rows.find(({ slice }) => slice === chosen?.sent);
}

function studyOf({ examSlice }: AnalysisRow, { slices }: StoredExam): StudyFacts {
  const outcome = examSlice?.outcome;
  const read = outcome?.status === 'read' ? outcome : undefined;
  const facts = examSlice?.facts;
  return {
    width: read?.width ?? 1,
    height: read?.height ?? 1,
    format: facts && facts.bitsStored > 0 ? 'dicom' : 'picture',
    bitsStored: facts?.bitsStored || 8,
    spacingMm: read?.pixelMm ? { ...read.pixelMm, kind: read.atDetector ? 'imager' : 'calibrated' } : null,
    patientId: null,
    examSlices: slices.length,
    ...(facts?.thicknessMm !== undefined && { sliceThicknessMm: facts.thicknessMm }),
  };
}

/** Identity, date and place in the archive that are known of the slice, sealed once more for the exam. */
function resealed(run: Run, slice: AnalysisRow, { config }: Pick<AppContext, 'config'>) {
  const [exam, origin] = [openExam(slice, config.keys), openOrigin(slice, config.keys)];
  // Under the key of the row, which names one key for all that is sealed in it.
  const ring = config.keys.filter(({ id }) => id === run.patientKey) as unknown as typeof config.keys;
  return {
    ...(exam && { exam: sealExam(exam, run.id, ring) }),
    ...(origin && { origin: sealOrigin(origin, run.id, ring) }),
  };
}
