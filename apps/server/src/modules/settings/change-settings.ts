import {
  administratorSettings,
  type ChangedSettings,
  type SettingsRequest,
} from '@second-read/contract/settings';
import type { Caller, ClientInfo } from '../../calls/caller.ts';
import { Problem } from '../../calls/problem.ts';
import type { AppContext } from '../../context.ts';
import { organisationName, renameOrganisation } from '../accounts/index.ts';
import { recordAudit } from '../audit/index.ts';
import { lockSettings, settingsOf, storeSettings } from './settings.repository.ts';

interface Change extends SettingsRequest {
  /** The entity tag that the caller saw. */
  readonly ifMatch: string;
}

type Field = keyof ChangedSettings;

/**
 * Keeps what differs from what is stored, name and settings together or neither; the trail names each field
 * with what it was and is. @throws Problem `version_conflict`, `invalid_request` for a name that is taken
 */
export async function changeSettings(
  { name, settings = {}, ifMatch }: Change,
  { caller, from }: { readonly caller: Caller; readonly from: ClientInfo },
  context: AppContext,
): Promise<void> {
  const { organisationId } = caller;
  const now = context.now();
  await context.db.transaction(async (tx) => {
    await lockSettings(tx, organisationId, now);
    const before = await settingsOf(tx, organisationId);
    if (ifMatch !== String(before.revision))
      throw new Problem('version_conflict', 'Somebody else changed the settings meanwhile.');
    const fields = (Object.keys(settings) as Field[]).filter(
      (field) => !isSame(before.settings[field], settings[field]),
    );
    const oldName = await organisationName(tx, organisationId);
    const isRenamed = name !== undefined && name !== oldName;
    if (!isRenamed && fields.length === 0) return;
    if (isRenamed) refuseTiedNames([oldName, name], context);
    if (isRenamed) await renameOrganisation(tx, organisationId, name);
    const changed = Object.fromEntries(fields.map((field) => [field, settings[field]]));
    await storeSettings(tx, organisationId, { changed, revision: before.revision + 1, now });
    const details = {
      ...(isRenamed && { name: { from: oldName, to: name } }),
      ...Object.fromEntries(
        fields.map((field) => [field, told(field, before.settings[field], settings[field])]),
      ),
    };
    const event = {
      action: 'organisation.settings_changed',
      by: caller,
      from,
      subjectId: organisationId,
    } as const;
    await recordAudit(tx, { ...event, details }, context);
  });
}

/**
 * The archive belongs to the organization of a name: the name is not taken, or given up, from a screen.
 */
function refuseTiedNames(names: readonly string[], { config }: Pick<AppContext, 'config'>): void {
  const tied = config.pacs?.organisation;
  if (tied !== null && tied !== undefined && names.includes(tied))
    throw new Problem('forbidden', `The PACS of this installation is tied to the name "${tied}".`);
}

/** The values, but for those that not everybody may read, and for a letterhead, which carries a picture. */
function told(field: Field, from: unknown, to: unknown): unknown {
  return field === 'letterhead' || administratorSettings.includes(field) ? 'changed' : { from, to };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
