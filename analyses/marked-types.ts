import type { FindingType, ModuleManifest } from '@second-read/core/analysis/manifest';
import { moduleOf } from './catalogue.ts';

/** A finding type with the classes of the label map that show it. */
export interface MarkedType extends FindingType {
  readonly classes: readonly number[];
}

/** The finding types that the label map of a module can show, in the manifest's order, named as marks are. */
export function markedTypes({ id, findingTypes }: ModuleManifest): readonly MarkedType[] {
  const segments = Object.entries(moduleOf(id).coding.segments);
  return findingTypes.flatMap((type) => {
    const classes = segments.flatMap(([number, { finding }]) =>
      finding === type.id ? [Number(number)] : [],
    );
    return classes.length > 0 ? [{ ...type, label: type.markLabel ?? type.label, classes }] : [];
  });
}
