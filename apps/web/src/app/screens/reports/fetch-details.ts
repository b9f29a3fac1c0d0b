/**
 * Fetches what the next case will be shown with, while its row is being looked for. Of the case itself
 * nothing: it is fetched when its reader holds it, or reads the one before it (`use-next-case.ts`).
 */
export function fetchDetails(): void {
  // What does not come now is requested again when it is needed, and its failure shown there.
  void Promise.allSettled([import('./DetailsScreen.tsx'), import('./review/ReviewViewer.tsx')]);
}
