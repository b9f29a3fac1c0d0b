import { moduleOf } from '@second-read/analyses/catalogue';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { isOutlinedType } from '@second-read/core/review/exam/outlined-type';
import { classOfType } from '@second-read/core/review/finding-pixels';

/** Whether the label map of a module shows findings of a type, so that an outline of one is exported. */
export function canOutline({ id }: ModuleManifest, type: string): boolean {
  return classOfType(type, moduleOf(id).coding) !== null;
}

/** Whether findings of a type of the module's exams are outlined on slices or views. */
export function canOutlineInExam({ id }: ModuleManifest, type: string): boolean {
  const { exam } = moduleOf(id);
  return exam !== undefined && isOutlinedType(type, exam);
}
