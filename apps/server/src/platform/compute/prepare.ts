import type { InstanceIdentity } from '@second-read/core/deidentify/read-identity';
import type { CleanOutcome } from './clean/clean-file.ts';
import type { CleanTask } from './clean/clean-task.ts';
import type { FileInput } from './clean/file-input.ts';
import type { FramesOutcome, FramesTask } from './dicom-web/cut-frames.ts';
import type { DescribeOutcome, DescribeTask } from './dicom-web/describe-instance.ts';
import type { DrawTask } from './forms/draw-marked.ts';
import type { FormOutcome, FormTask } from './forms/write-form.ts';
import type { MaskOutcome, MaskTask } from './mask-file.ts';
import type { TextSearch, TextTask } from './search-text.ts';
import type { ShrinkTask } from './shrink-picture.ts';

/** Tasks on an upload before analysis, or on a stored picture, with their outcomes. */
export interface PrepareTasks {
  clean: { task: CleanTask; outcome: CleanOutcome };
  findText: { task: TextTask; outcome: TextSearch };
  mask: { task: MaskTask; outcome: MaskOutcome };
  shrink: { task: ShrinkTask; outcome: Uint8Array };
  draw: { task: DrawTask; outcome: Uint8Array };
  writeForm: { task: FormTask; outcome: FormOutcome };
  identify: { task: FileInput; outcome: InstanceIdentity | undefined };
  describe: { task: DescribeTask; outcome: DescribeOutcome };
  cutFrames: { task: FramesTask; outcome: FramesOutcome };
}

export type PrepareName = keyof PrepareTasks;
