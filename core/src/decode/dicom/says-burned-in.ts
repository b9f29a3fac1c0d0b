import type { Dataset } from './dataset/dataset.ts';

/**
 * Whether the file says that text is burned into its picture; undefined where it does not. PS3.3 C.7.6.1,
 * (0028,0301).
 */
export function saysBurnedIn(dataset: Dataset): true | undefined {
  return dataset.text('burnedInAnnotation')?.trim().toUpperCase() === 'YES' || undefined;
}
