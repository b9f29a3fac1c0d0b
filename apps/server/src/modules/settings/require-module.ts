import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { Problem } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import { settingsOf } from './settings.repository.ts';

/**
 * New work is refused while a module is switched off; what began before ends. @throws Problem
 * `module_disabled`, with the administrator's reason
 */
export async function requireModule(
  { id, title }: Pick<ModuleManifest, 'id' | 'title'>,
  { organisationId }: { readonly organisationId: string },
  { db }: Pick<AppContext, 'db'>,
): Promise<void> {
  const off = (await settingsOf(db, organisationId)).settings.modules_off[id];
  if (off === undefined) return;
  const reason = /[.!?]$/.test(off.reason) ? off.reason : `${off.reason}.`;
  const message = `${title} is switched off in your organization: ${reason} Earlier reports stay readable.`;
  throw new Problem('module_disabled', message);
}
