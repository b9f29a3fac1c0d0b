import { defaultOf, type Environment, variableNames } from './environment.ts';

/** What each variable means, for whoever runs the program. One that is missing here does not compile. */
const meanings: Readonly<Record<keyof Environment, string>> = {
  SECOND_READ_MODE:
    '`production` refuses to start without its secrets and has no demo account; `demo` has one',
  PUBLIC_DEMO:
    '`1`: strangers share the demo account, which then signs nothing and changes no settings; `0`: it is the demo of whoever started it, and does everything. If unset, `0` where `HOST` is this machine alone and `TRUST_PROXY` names no proxy',
  PRODUCT_NAME: 'on every screen, report and PDF',
  SUPPORT_EMAIL: 'shown where the specification says "contact support"',
  HOST: 'address to listen on; `0.0.0.0` for other machines',
  PUBLIC_URL:
    'address at which browsers reach the product, `https://reader.clinic.example`; e-mails of alarms link to their report, without it they name its id alone',
  PORT: 'port to listen on',
  TRUST_PROXY:
    "whose `X-Forwarded-For` is trusted: nobody's; the number of proxies in front (`1` to `9`; only they may reach this server); or their addresses and networks (`10.0.0.7, fd00::/8`, `loopback`), which must not include users",
  TLS_CERT_FILE:
    'PEM file: the server itself speaks TLS 1.2 and newer; reloaded when it changes or on SIGHUP',
  TLS_KEY_FILE: 'PEM file of its key',
  TLS_REDIRECT_PORT: 'port on which plain HTTP is redirected to TLS',
  METRICS_PORT:
    'port on which a worker serves `/metrics` and `/healthz`; an API process serves them on its own port',
  METRICS_TOKEN: '`/metrics` only for this bearer token, 16 characters or more',
  DATA_DIR: 'embedded PostgreSQL, images, generated secrets, partial uploads; `./data` if unset',
  DATABASE_URL: 'PostgreSQL 15 or newer; the embedded one if unset',
  BLOB_URL: 'image storage: `file:///folder` or `s3://bucket/prefix`; in `DATA_DIR` if unset',
  S3_ENDPOINT: 'address of the S3 store',
  S3_REGION: 'its region',
  S3_ACCESS_KEY_ID: 'its access key',
  S3_SECRET_ACCESS_KEY: 'its secret key',
  JWT_SECRET: 'signs sessions; 32 random bytes or more, the same for all processes',
  MEDIA_SECRET: 'signs image links; as `JWT_SECRET`, but a different value',
  DATA_KEYS:
    'encrypt images, patient IDs and the audit trail: 32 random bytes in base64 or hexadecimal, several separated by commas, of which the first encrypts. If they are lost, all images and patient IDs are lost',
  DATA_KEY_FILE: 'file with the same, instead of `DATA_KEYS`',
  AUDIT_HEADS_URL:
    'external place for the heads of the audit chains, which `admin -- audit verify` compares with: `file:///mnt/elsewhere`, `https://…` (a webhook) or `s3://bucket/prefix`',
  AUDIT_HEADS_TOKEN: 'bearer token for the webhook',
  AUDIT_HEADS_MINUTES: 'how often they are written, if anything changed',
  AUDIT_HEADS_RETENTION_DAYS:
    "retention of each in a bucket with object lock; the bucket's own rule if unset",
  MAX_UPLOAD_MB: 'largest file',
  RATE_LIMIT_PER_MINUTE:
    'requests per address; sign-ins a twentieth, text searches in images a two-hundredth per account; `0` is no limit',
  UPLOAD_LIMIT: 'analyses per account and module',
  COMPUTE_THREADS: 'threads that decode and analyze; one less than processors if unset',
  WORKER_CONCURRENCY: 'concurrent analyses; `0` leaves them to workers; as `COMPUTE_THREADS` if unset',
  DATABASE_CONNECTIONS: 'maximum per process; two more listen and hold leases',
  ACCESS_TOKEN_MINUTES: 'lifetime of an access token',
  REFRESH_TOKEN_DAYS: 'lifetime of a refresh token',
  SESSION_IDLE_MINUTES: 'inactivity after which the user is signed out; `0` is never',
  SESSION_HOURS: 'maximum session length after sign-in; `0` is unlimited',
  MEDIA_LINK_MINUTES: 'lifetime of an image link; it also ends with its session',
  EXPORT_UIDS:
    '`original`: results of a DICOM file join its study if the file names the same patient; `new`: every export is a study of its own, for external recipients (per export: `?uids=new`). Results sent to the PACS always join their study',
  RETAIN_ORIGINAL_TAGS:
    '`1` keeps uploaded DICOM files with names and private tags; else they are de-identified',
  RETAIN_PATIENT_DETAILS:
    '`1` keeps, sealed, what files say of patient and request (name, birth date, sex, age, accession number, referring physician, study description), shown in reports, worklist and PDFs, found by search and written into exports',
  SITE_TIME_ZONE:
    'time zone of the site, as `Europe/Vienna`: the wall clock of times in exports; the zone of the server if unset',
  DEMO_SAMPLES: '`0` starts the demo organization without sample reports',
  DICOMWEB_ORIGINS:
    'origins of viewers whose pages may read images over DICOMweb with a key (`https://viewer.clinic.example, …`); none if unset',
  PACS_DICOMWEB_URL: 'DICOMweb address of a PACS to fetch images from and send results to',
  PACS_USER: 'user name there',
  PACS_PASSWORD: 'with `PACS_USER`',
  PACS_TOKEN: 'bearer token, instead of user and password',
  PACS_ORGANISATION:
    'the organization that may use the PACS; required in demo mode or with several organizations',
  PACS_PUSH: '`automatic` sends results of images from the PACS back without a click',
  PACS_TIMEOUT_MS: 'timeout of PACS requests without data',
  PACS_RETRY_SECONDS: 'first pause before a push is retried; it doubles',
  SMTP_URL:
    'mail server for alarms, `smtps://user:password@host:465` or `smtp://host:587`; no alarms by e-mail if unset',
  SMTP_FROM: 'sender of these e-mails; required with `SMTP_URL`',
  ALARM_WEBHOOK_SECRET:
    'signs alarms to webhooks, 32 characters or more; each organization has a key derived from it; no webhooks if unset',
  ALARM_WEBHOOK_ALLOWED:
    'receivers on this machine or in private networks that organizations may post alarms to: host names, addresses and networks (`hooks.clinic.example, 10.0.0.7, fd00::/8`); public addresses need no entry',
  ALARM_RETRY_SECONDS: 'first pause before an alarm is sent again; it doubles',
  ANALYSIS_TIMEOUT_MS: "overrides every module's own limit",
  SHUTDOWN_GRACE_MS: 'time that running work has at shutdown',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'OpenTelemetry traces of each analysis over OTLP/HTTP, without patient data; the other `OTEL_…` variables mean what OpenTelemetry says',
  OTEL_SERVICE_NAME: 'name in the traces',
  LOG_LEVEL:
    '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`; `warn` in demo mode, else `info`',
};

/** docs/settings.md. */
export function settingsPage(): string {
  const rows = variableNames.map((name) => {
    const value = defaultOf(name);
    return `| \`${name}\` | ${value === undefined ? '' : `\`${value}\``} | ${meanings[name]} |`;
  });
  return `# Settings

Every variable of the server and its workers. Empty means unset; unknown variables that look like ours are
reported at startup. Written from \`apps/server/src/config/\` by
\`npx vitest run apps/server/src/config/settings-page.test.ts --update=all\`.

| variable | default | |
|---|---|---|
${rows.join('\n')}
`;
}
