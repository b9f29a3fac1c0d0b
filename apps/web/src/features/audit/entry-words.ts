import { manifests } from '@second-read/analyses/manifests';
import type { AuditEntry } from '@second-read/contract/audit';
import { rights, rightWords, roleNames, roles } from '@second-read/core/roles/rights';

type Details = AuditEntry['details'];

/** What an administrator did, or was refused, in a sentence; null of entries that speak for themselves. */
export function wordsOfEntry({ action, details }: Pick<AuditEntry, 'action' | 'details'>): string | null {
  if (action === 'organisation.settings_changed') return settingsWords(details);
  if (action === 'access.denied') return deniedWords(details);
  const username = textOf(details.username);
  if (username === '') return null;
  return accountWords[action]?.(username, details) ?? null;
}

const accountWords: Readonly<Record<string, (username: string, details: Details) => string>> = {
  'account.created': (username, { role }) => `Created the account ${username} as ${roleName(role)}`,
  'account.role_changed': (username, { from, to }) =>
    `Changed the role of ${username} from ${roleName(from)} to ${roleName(to)}`,
  'account.disabled': (username) => `Disabled the account ${username}`,
  'account.enabled': (username) => `Enabled the account ${username}`,
  'account.reset': (username) => `Reset the password of ${username}`,
  'account.totp_removed': (username) => `Removed the second factor of ${username}`,
};

function deniedWords({ right }: Details): string | null {
  const known = rights.find((each) => each === right);
  return known ? `Was refused: the role does not let this account ${rightWords[known]}` : null;
}

function settingsWords(details: Details): string {
  return Object.entries(details)
    .flatMap(([field, value]) => {
      const { from, to } = recordOf(value);
      if (field === 'name') return [`Renamed the organization from ${textOf(from)} to ${textOf(to)}`];
      if (field === 'modules_off') return moduleWords(recordOf(from), recordOf(to));
      if (field === 'retention_days') return [`Reports are kept ${keptWords(to)}, before ${keptWords(from)}`];
      return [`Changed the setting ${field.replaceAll('_', ' ')}`];
    })
    .join('. ');
}

function keptWords(days: unknown): string {
  return typeof days === 'number' ? `${days} days` : 'without end';
}

/** One sentence for each module that was switched, or whose reason was changed. */
function moduleWords(from: Details, to: Details): string[] {
  return manifests.flatMap(({ id, title }) => {
    const [before, after] = [reasonOf(from[id]), reasonOf(to[id])];
    if (before === after) return [];
    return [after === '' ? `Switched on ${title}` : `Switched off ${title}: ${after}`];
  });
}

function reasonOf(value: unknown): string {
  return textOf(recordOf(value).reason);
}

function roleName(value: unknown): string {
  const role = roles.find((each) => each === value);
  return role ? roleNames[role] : textOf(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function recordOf(value: unknown): Details {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
