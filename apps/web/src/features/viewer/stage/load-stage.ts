type StageModule = typeof import('./stage.ts');

let loading: Promise<StageModule> | undefined;
let isFetched = false;

/**
 * The viewer's code, by far the largest part of the application. What failed to come is asked for again the
 * next time.
 */
export function loadStage(): Promise<StageModule> {
  loading ??= import('./stage.ts').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/**
 * Fetches the viewer's code without running it, for a screen that will show a picture: its tools are there
 * when they are needed, and the processor is the screen's. Built, `index.html` names its file
 * (build/name-viewer.ts); in development nothing is fetched early.
 */
export function fetchStage(): void {
  const file = document.querySelector<HTMLMetaElement>('meta[name="viewer-code"]')?.content;
  if (isFetched || !file) return;
  isFetched = true;
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.crossOrigin = '';
  link.href = file;
  document.head.append(link);
}
