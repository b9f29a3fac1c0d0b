export interface Safeguard {
  readonly citation: string;
  readonly name: string;
  readonly software: string;
  readonly operator: string;
}

/** The technical safeguards of 45 CFR 164.312, in its order (decision 3). */
export const safeguards: readonly Safeguard[] = [
  {
    citation: '164.312(a)(2)(i)',
    name: 'Unique user identification',
    software:
      'Every person has an account of their own; every call is authorised on the server, limited to the organisation, and recorded under that account. The public demo account exists in demo mode only.',
    operator: 'Give each person one account, never a shared one. Run in production mode.',
  },
  {
    citation: '164.312(a)(2)(ii)',
    name: 'Emergency access procedure',
    software:
      'Pictures and reports stand in an ordinary PostgreSQL database and an ordinary folder: both can be read without this software.',
    operator: 'Write down who may open them in an emergency, and how; keep tested backups.',
  },
  {
    citation: '164.312(a)(2)(iii)',
    name: 'Automatic log-off',
    software:
      'After 30 minutes without a key, click or touch in any tab the browser signs out, and the session ends on the server. Access tokens last 15 minutes and a session unused for 14 days ends, unless the operator sets it otherwise.',
    operator: 'Lock the screens of shared workstations sooner where your policy asks for it.',
  },
  {
    citation: '164.312(a)(2)(iv)',
    name: 'Encryption and decryption',
    software:
      'Passwords are stored as argon2id hashes, refresh tokens as hashes. Pictures and the database are stored as they are.',
    operator: 'Keep the data folder and the database on encrypted disks.',
  },
  {
    citation: '164.312(b)',
    name: 'Audit controls',
    software:
      'Sign-ins, refused sign-ins, uploads, each report read, each list and each picture opened are appended to a trail that the database refuses to change. It holds ids, never findings.',
    operator: 'Review the trail regularly and keep it as long as your law asks.',
  },
  {
    citation: '164.312(c)(1)',
    name: 'Integrity',
    software:
      'Uploads are kept as they came, with their SHA-256. A result is stored whole or not at all, with its charge and its audit line in one transaction.',
    operator: 'Restrict who can reach the database and the folder directly.',
  },
  {
    citation: '164.312(c)(2)',
    name: 'Authentication of records',
    software:
      'The stored SHA-256 shows whether a picture was altered. Image links are signed and expire after 15 minutes.',
    operator: 'Keep the signing secrets secret; change them when someone who knew them leaves.',
  },
  {
    citation: '164.312(d)',
    name: 'Person or entity authentication',
    software:
      'User name and password; attempts are throttled. A refresh token works once: if it comes a second time the session ends, since somebody else may hold it.',
    operator:
      'Ask for strong passwords. Put a second factor in front, at the proxy, where your policy requires one.',
  },
  {
    citation: '164.312(e)(1)',
    name: 'Transmission security',
    software:
      'By default the server listens on its own machine only. The browser loads nothing from any other host, by its content security policy.',
    operator: 'Put a TLS proxy in front before anyone else connects, and allow HTTPS only.',
  },
];
