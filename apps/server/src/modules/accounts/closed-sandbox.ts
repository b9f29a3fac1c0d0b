import type { AppContext } from '../../context.ts';

/**
 * Whether accounts of this organisation are locked out: a database that once served a demo still has the
 * sandbox with its public password, which production refuses.
 */
export function isSandboxClosed({ isDemo }: { isDemo: boolean }, { config }: AppContext): boolean {
  return isDemo && config.mode === 'production';
}
