type StageModule = typeof import('./stage.ts');

let loading: Promise<StageModule> | undefined;

/**
 * The viewer's code, by far the largest part of the application. A screen that will show a picture asks for it when it
 * is itself being fetched; what failed to come is asked for again the next time.
 */
export function loadStage(): Promise<StageModule> {
  loading ??= import('./stage.ts').catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}
