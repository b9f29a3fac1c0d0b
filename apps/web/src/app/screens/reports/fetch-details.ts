import { fetchStage } from '../../../features/viewer/stage/load-stage.ts';

/**
 * Fetches what the next case will be shown with, while its row is being looked for. Of the case itself
 * nothing: it is fetched when its reader holds it, or reads the one before it (`use-next-case.ts`).
 */
export function fetchDetails(): void {
  const parts = [import('./DetailsScreen.tsx'), import('./review/ReviewViewer.tsx')];
  // What does not come now is asked for again when it is needed, and its failure told there.
  void Promise.allSettled(parts).then(fetchStage);
}
