import type { AppContext } from '../../context.ts';

type Settings = Pick<AppContext, 'config'>;

/**
 * Whether accounts of this organisation are locked out: a database that once served a demo still has the
 * sandbox with its public password, which production refuses.
 */
export function isSandboxClosed({ isDemo }: { isDemo: boolean }, { config }: Settings): boolean {
  return isDemo && config.mode === 'production';
}

/** Whether strangers share the accounts of this organisation, which limits what they may do. */
export function isSandbox({ isDemo }: { isDemo: boolean }, { config }: Settings): boolean {
  return isDemo && (config.publicDemo || config.mode === 'production');
}
