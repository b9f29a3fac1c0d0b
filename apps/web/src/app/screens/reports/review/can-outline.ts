import { moduleOf } from '@second-read/analyses/catalogue';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { classOfType } from '@second-read/core/review/finding-pixels';

/** Whether the label map of a module shows findings of a type, so that an outline of one is exported. */
export function canOutline({ id }: ModuleManifest, type: string): boolean {
  return classOfType(type, moduleOf(id).coding) !== null;
}
