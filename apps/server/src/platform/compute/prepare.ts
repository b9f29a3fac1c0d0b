import type { FramesOutcome, FramesTask } from './dicom-web/cut-frames.ts';
import type { DescribeOutcome, DescribeTask } from './dicom-web/describe-instance.ts';
import type { DrawTask } from './forms/draw-marked.ts';
import type { FormOutcome, FormTask } from './forms/write-form.ts';
import type { PrepareOutcome, PrepareTask } from './prepare-file.ts';
import type { TextSearch, TextTask } from './search-text.ts';
import type { ShrinkTask } from './shrink-picture.ts';

/** Tasks on an upload before analysis, or on a stored picture, with their outcomes. */
export interface PrepareTasks {
  prepare: { task: PrepareTask; outcome: PrepareOutcome };
  findText: { task: TextTask; outcome: TextSearch };
  shrink: { task: ShrinkTask; outcome: Uint8Array };
  draw: { task: DrawTask; outcome: Uint8Array };
  writeForm: { task: FormTask; outcome: FormOutcome };
  describe: { task: DescribeTask; outcome: DescribeOutcome };
  cutFrames: { task: FramesTask; outcome: FramesOutcome };
}

export type PrepareName = keyof PrepareTasks;
