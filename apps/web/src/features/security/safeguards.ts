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
      'Reports stand in an ordinary PostgreSQL database, which can be read without this software. Images and patient IDs are sealed: whoever holds the key opens them.',
    operator:
      'Write down who may open them in an emergency, and how; keep tested backups, and the key where they can find it.',
  },
  {
    citation: '164.312(a)(2)(iii)',
    name: 'Automatic log-off',
    software:
      'After 15 minutes without a key, click or touch in any tab, of which the last warns, the browser signs out and the session ends on the server; the screen stays for its user, unseen. Access tokens last 15 minutes and a session unused for 14 days ends, unless the operator sets it otherwise.',
    operator: 'Lock the screens of shared workstations sooner where your policy asks for it.',
  },
  {
    citation: '164.312(a)(2)(iv)',
    name: 'Encryption and decryption',
    software:
      'Images, patient IDs and the secrets of second factors are sealed at rest (AES-256-GCM) under a key outside the database, which a command rotates. Passwords are stored as argon2id hashes. Findings and measurements stand in the database as they are.',
    operator: 'Keep the key apart from the data and its backups, and the database on an encrypted disk.',
  },
  {
    citation: '164.312(b)',
    name: 'Audit controls',
    software:
      'Sign-ins, refused sign-ins, uploads, each report read, each list and each image opened are appended to a trail that the database refuses to change. It holds ids, never findings. Each entry is chained to the one before under a key outside the database: a command finds any tampering. Auditors read, filter and export the trail of their organisation.',
    operator: 'Review the trail regularly and keep it as long as your law asks.',
  },
  {
    citation: '164.312(c)(1)',
    name: 'Integrity',
    software:
      'Uploads are kept as received, with their SHA-256. A result is stored whole or not at all, with its charge and its audit line in one transaction.',
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
      'User name and password, and a code of an authenticator app by choice or where the organization asks for it, with recovery codes that work once; attempts are throttled. Users see and can end their own sessions. A refresh token works once: if it comes a second time the session ends, since somebody else may hold it.',
    operator: 'Require a second factor for every account: admin -- organisation totp <name> --required yes.',
  },
  {
    citation: '164.312(e)(1)',
    name: 'Transmission security',
    software:
      'By default the server listens on its own machine only. With a certificate it speaks TLS 1.2 and newer itself. The browser loads nothing from any other host, by its content security policy, and in production comes by TLS only once it has (HSTS).',
    operator:
      'Give it a certificate, or put a TLS proxy in front, before anyone else connects; allow HTTPS only.',
  },
];
