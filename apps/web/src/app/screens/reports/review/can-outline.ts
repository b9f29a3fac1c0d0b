import { moduleOf } from '@second-read/analyses/catalogue';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { isOutlinedType } from '@second-read/core/review/exam/outlined-type';
import { classOfType } from '@second-read/core/review/finding-pixels';

/** Whether a finding of a type is outlined: on the image whose label map shows it, or on slices and views. */
export function canOutline({ id }: ModuleManifest, type: string, isExam: boolean): boolean {
  const { coding, exam } = moduleOf(id);
  if (isExam) return exam !== undefined && isOutlinedType(type, exam);
  return classOfType(type, coding) !== null;
}
