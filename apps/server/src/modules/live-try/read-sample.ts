import { documentOf } from '@second-read/analyses/stored-reading';
import type { LiveTryReply } from '@second-read/contract/live-try';
import { detectionOf, detectionWords } from '@second-read/core/report/detection';
import { noHeader, type ReportDocument } from '@second-read/core/report/document';
import { sentencesOf } from '@second-read/core/report/sentences';
import { Problem } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import type { ReadOutcome } from '../../platform/compute/compute.ts';
import type { ShippedSample } from './sample.ts';

const timeoutMs = 60_000;

/** Reads a sample in a compute thread; keeps nothing of it. */
export async function readSample(
  { module, path }: ShippedSample,
  stop: AbortSignal,
  { compute }: Pick<AppContext, 'compute'>,
): Promise<LiveTryReply> {
  const outcome = await compute.read(
    { module, path },
    {
      signal: AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]),
    },
  );
  if (outcome.status !== 'completed')
    throw new Problem('analysis_failed', 'The sample could not be analyzed.');
  const document = documentOf(outcome.reading, noHeader);
  return {
    conclusion: conclusionOf(document),
    findings: document.findings.map((finding) => ({
      label: finding.label,
      colour: finding.colour,
      state: detectionWords[detectionOf(finding)],
      confidence: finding.found ? finding.confidence : null,
    })),
    picture: `data:image/png;base64,${Buffer.from(pictureOf(outcome)).toString('base64')}`,
    milliseconds: Math.round(outcome.timingsMs.total),
  };
}

function conclusionOf({ diagnosis, assessment }: ReportDocument): string {
  const [first] = sentencesOf(diagnosis?.text ?? '');
  return first ?? assessment?.comments[0] ?? '';
}

/** What shows most: the marks over the image, measurements in it, else its regions. */
function pictureOf({ views }: Extract<ReadOutcome, { status: 'completed' }>): Uint8Array {
  return views.overlay ?? views.figure ?? views.segmented ?? views.original;
}
