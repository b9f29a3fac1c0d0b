import type { CoarseForm } from './schema.ts';

/** From so many on coarse calcifications may be a group, which no form makes benign. */
const manyCoarse = 5;

type Coarse = readonly { readonly form: CoarseForm }[];

/** Whether the view is not to be called negative or benign for them: a form that is not typical, or many. */
export function isUnclear(coarse: Coarse): boolean {
  return coarse.length >= manyCoarse || coarse.some(({ form }) => form === 'irregular');
}

/** Coarse calcifications that are all of a typically benign form. */
export function areBenign(coarse: Coarse | null | undefined): boolean {
  return coarse != null && coarse.length > 0 && !isUnclear(coarse);
}

/** Calcifications that were located without being a named cluster, and that no form makes benign. */
export function calcificationsToJudge(hasSpread: boolean, coarse: Coarse | null | undefined): string | null {
  if (hasSpread) return 'calcifications over a larger area are possible; magnification views are needed';
  return isUnclear(coarse ?? [])
    ? 'coarse calcifications whose form is not typically benign; magnification views are needed'
    : null;
}
