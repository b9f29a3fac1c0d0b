import { type BreastReading, type ViewModifier, viewModifiers } from '../reading/schema.ts';

/** What limits a view by how it was taken or stored. */
export type TechniqueNote = ViewModifier | 'inverted' | 'no_spacing';

export const noteWords: Readonly<Record<TechniqueNote, string>> = {
  implant_displaced: 'implant displaced: the tissue behind it is not shown',
  anterior_compression: 'anterior compression',
  rolled: 'breast rolled, so that places are shifted',
  raw_values: 'values of the detector before processing for display, on which nothing was measured',
  inverted: 'inverted (dense tissue dark)',
  no_spacing: 'no pixel spacing',
};

/** In the order in which a report says them. */
export const allNotes: readonly TechniqueNote[] = [...viewModifiers, 'inverted', 'no_spacing'];

export function techniqueNotes({
  modifiers = [],
  inverted,
  spacingKnown,
}: BreastReading['input']): TechniqueNote[] {
  return [
    ...modifiers,
    ...(inverted === true ? ['inverted' as const] : []),
    ...(spacingKnown === false ? ['no_spacing' as const] : []),
  ];
}
