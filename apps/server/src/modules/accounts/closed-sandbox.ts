import type { AppContext } from '../../context.ts';

/**
 * Whether accounts of this organisation stay outside: a database that once served a demo still holds the
 * sandbox, whose password is public, and production admits nobody by it.
 */
export function isSandboxClosed({ isDemo }: { isDemo: boolean }, { config }: AppContext): boolean {
  return isDemo && config.mode === 'production';
}
