/** What the account of a person is for, in its organization (decision 032). */
export const roles = ['technician', 'reader', 'senior_reader', 'auditor', 'administrator'] as const;
export type Role = (typeof roles)[number];

/** In the order in which documents and screens list them. */
export const rights = [
  'read_own',
  'upload',
  'read',
  'send',
  'review',
  'sign',
  'overrule',
  'audit',
  'administer',
] as const;
export type Right = (typeof rights)[number];

const reading = ['read_own', 'upload', 'read', 'send', 'review', 'sign'] as const;

/**
 * Every right of every role. `sandbox` is the account that strangers share in the demo: it may try a review,
 * but neither signs nor leaves words for others.
 */
export const rightsOfRole: Readonly<Record<Role | 'sandbox', readonly Right[]>> = {
  technician: ['read_own', 'upload'],
  reader: reading,
  senior_reader: [...reading, 'overrule'],
  auditor: ['read_own', 'upload', 'read', 'send', 'audit'],
  administrator: [...reading, 'administer'],
  sandbox: ['read_own', 'upload', 'read', 'send', 'review', 'audit'],
};

/** An account as far as its rights go. */
export interface RoleHolder {
  readonly role: Role;
  /** Of the sandbox: the role says nothing then. */
  readonly isDemo: boolean;
}

export function rightsOf({ role, isDemo }: RoleHolder): readonly Right[] {
  return rightsOfRole[isDemo ? 'sandbox' : role];
}

export function hasRight(holder: RoleHolder, right: Right): boolean {
  return rightsOf(holder).includes(right);
}

/** As screens and documents name them. */
export const roleNames: Readonly<Record<Role, string>> = {
  technician: 'Technician',
  reader: 'Reader',
  senior_reader: 'Senior reader',
  auditor: 'Auditor',
  administrator: 'Administrator',
};

/** After "may": what a right allows, also in refusals. */
export const rightWords: Readonly<Record<Right, string>> = {
  read_own: 'see the reports of what it uploaded',
  upload: 'upload and analyze images',
  read: 'see the reports of others',
  send: 'send reports to the archive',
  review: 'review reports',
  sign: 'sign, amend or withdraw reports',
  overrule: 'amend or withdraw what another reader signed, or arbitrate',
  audit: 'see the audit trail of the organization',
  administer: 'administer accounts, settings and modules',
};
