import { lazy } from 'react';

/** Viewer and drawing, loaded once an image is reviewed. */
export const ReviewViewer = lazy(async () => ({
  default: (await import('./ReviewViewer.tsx')).ReviewViewer,
}));
