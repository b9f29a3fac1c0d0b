export interface Safeguard {
  readonly citation: string;
  readonly name: string;
  readonly software: string;
  readonly operator: string;
}

/** The technical safeguards of 45 CFR 164.312, in its order. */
export const safeguards: readonly Safeguard[] = [
  {
    citation: '164.312(a)(2)(i)',
    name: 'Unique user identification',
    software:
      'Every person has an account of their own; every call is authorized on the server, limited to the organization, and recorded under that account. The public demo account exists in demo mode only.',
    operator: 'Give each person one account, never a shared one. Run in production mode.',
  },
  {
    citation: '164.312(a)(2)(ii)',
    name: 'Emergency access procedure',
    software:
      'Reports are in a standard PostgreSQL database, which can be read without this software. Images and patient IDs are encrypted and can be read with the key.',
    operator:
      'Write down who may open them in an emergency, and how; keep tested backups, and the key where they can find it.',
  },
  {
    citation: '164.312(a)(2)(iii)',
    name: 'Automatic log-off',
    software:
      'After 15 minutes without activity in any tab, with a warning in the last one, the browser signs out and the session ends on the server; the hidden screen is kept for the same user. Access tokens last 15 minutes, and a session unused for 14 days ends, unless configured otherwise.',
    operator: 'Lock the screens of shared workstations sooner if your policy requires it.',
  },
  {
    citation: '164.312(a)(2)(iv)',
    name: 'Encryption and decryption',
    software:
      'Images, patient IDs and second-factor secrets are encrypted at rest (AES-256-GCM) under a key outside the database, which a command rotates. Passwords are stored as argon2id hashes. Findings and measurements are not encrypted in the database.',
    operator: 'Keep the key apart from the data and its backups, and the database on an encrypted disk.',
  },
  {
    citation: '164.312(b)',
    name: 'Audit controls',
    software:
      'Sign-ins, refused sign-ins, uploads, each report read, each list and each image opened are appended to a trail that the database refuses to change. It has ids, never findings. Each entry is chained to the previous one under a key outside the database: a command detects tampering. Auditors read, filter and export the trail of their organization.',
    operator: 'Review the trail regularly and keep it as long as your law asks.',
  },
  {
    citation: '164.312(c)(1)',
    name: 'Integrity',
    software:
      'Uploads are kept as received, with their SHA-256. A result is stored completely or not at all, with its charge and its audit entry in one transaction.',
    operator: 'Restrict who can reach the database and the folder directly.',
  },
  {
    citation: '164.312(c)(2)',
    name: 'Authentication of records',
    software:
      'The stored SHA-256 shows whether an image was altered. Image links are signed and expire after 15 minutes.',
    operator: 'Keep the signing secrets secret; change them when someone who knew them leaves.',
  },
  {
    citation: '164.312(d)',
    name: 'Person or entity authentication',
    software:
      'Username and password, and a code from an authenticator app if the user or the organization requires it, with single-use recovery codes; attempts are throttled. Users see and can end their own sessions. A refresh token works once: if it is reused the session ends, since it may have been stolen.',
    operator: 'Require a second factor for every account: admin -- organisation totp <name> --required yes.',
  },
  {
    citation: '164.312(e)(1)',
    name: 'Transmission security',
    software:
      'By default the server listens on its own machine only. With a certificate it speaks TLS 1.2 and newer itself. The content security policy allows no other host, and in production HSTS keeps browsers on TLS.',
    operator:
      'Give it a certificate, or put a TLS proxy in front, before anyone else connects; allow HTTPS only.',
  },
];
