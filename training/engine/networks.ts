import { context, inferFile } from '../../analyses/study.test-support.ts';
import type { EngineContext } from '../../core/src/analysis/engine.ts';

/** The shipped networks on one thread, but for `model`, which is the file that `path` names at the time. */
export function contextWith(model: string, path: () => string): EngineContext {
  return {
    ...context,
    infer: (asked, feeds) => (asked === model ? inferFile(path(), feeds) : context.infer(asked, feeds)),
  };
}
