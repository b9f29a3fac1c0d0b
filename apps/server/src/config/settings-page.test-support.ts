import { defaultOf, type Environment, variableNames } from './environment.ts';

/** What each variable means, for whoever runs the program. One that is missing here does not compile. */
const meanings: Readonly<Record<keyof Environment, string>> = {
  SECOND_READ_MODE:
    '`production` refuses to start without its secrets and has no demo account; `demo` has one',
  PRODUCT_NAME: 'on every screen, report and PDF',
  SUPPORT_EMAIL: 'shown where the specification says "contact support"',
  HOST: 'address to listen on; `0.0.0.0` for other machines',
  PORT: 'port to listen on',
  TRUST_PROXY:
    "whose `X-Forwarded-For` is believed: nobody's; how many proxies stand in front one behind the other (`1` to `9`; nothing but they may reach this server); or their addresses and networks (`10.0.0.7, fd00::/8`, `loopback`), none of which may hold users",
  TLS_CERT_FILE:
    'PEM file: the server speaks TLS 1.2 and newer itself, and takes a new one when it changes or on SIGHUP',
  TLS_KEY_FILE: 'PEM file of its key',
  TLS_REDIRECT_PORT: 'port where plain HTTP is sent on to TLS',
  METRICS_PORT:
    'port on which a worker serves `/metrics` and `/healthz`; an API process has them beside its routes',
  METRICS_TOKEN: '`/metrics` only for this bearer token, 16 characters or more',
  DATA_DIR: 'embedded PostgreSQL, pictures, generated secrets, half-received uploads; `./data` where not set',
  DATABASE_URL: 'any PostgreSQL from 15 on; the embedded one where not set',
  BLOB_URL: 'where pictures are kept: `file:///folder` or `s3://bucket/prefix`; in `DATA_DIR` where not set',
  S3_ENDPOINT: 'address of the S3 store',
  S3_REGION: 'its region',
  S3_ACCESS_KEY_ID: 'its key',
  S3_SECRET_ACCESS_KEY: 'the secret of the key',
  JWT_SECRET: 'seals sessions; 32 random bytes or more, the same for all processes',
  MEDIA_SECRET: 'signs links to pictures; as `JWT_SECRET`, but another',
  DATA_KEYS:
    'seal pictures, patient IDs and the audit trail: 32 random bytes in base64, several separated by commas, the first seals what is new. Whoever loses them loses every picture and patient ID',
  DATA_KEY_FILE: 'file with the same, in place of `DATA_KEYS`',
  AUDIT_HEADS_URL:
    'place elsewhere for the sealed ends of the audit trail, which `admin -- audit verify` compares with: `file:///mnt/elsewhere`, `https://…` (a webhook) or `s3://bucket/prefix`',
  AUDIT_HEADS_TOKEN: 'bearer token for the webhook',
  AUDIT_HEADS_MINUTES: 'how often they are written there, if anything came since',
  AUDIT_HEADS_RETENTION_DAYS:
    "for how long a bucket with object lock keeps each; the bucket's own rule where not set",
  MAX_UPLOAD_MB: 'largest file',
  RATE_LIMIT_PER_MINUTE:
    'requests per address; sign-ins a twentieth, searches for text in pictures a two-hundredth per account; `0` is no limit',
  UPLOAD_LIMIT: 'analyses per account and module',
  COMPUTE_THREADS: 'threads that decode and read; one less than processors where not set',
  WORKER_CONCURRENCY: 'analyses at a time; `0` leaves them to workers; as `COMPUTE_THREADS` where not set',
  DATABASE_CONNECTIONS: 'of one process, at most; two more listen and hold leases',
  ACCESS_TOKEN_MINUTES: 'an access token is good for so long, then it is refreshed',
  REFRESH_TOKEN_DAYS: 'a refresh token is good for so long',
  SESSION_IDLE_MINUTES: 'without activity the user is signed out; `0` is never',
  SESSION_HOURS: 'a session ends so long after its sign-in, however much it is used; `0` is never',
  MEDIA_LINK_MINUTES:
    'a link to a picture is good for so long, and never longer than the session it was made for',
  EXPORT_UIDS:
    '`original`: results of a DICOM file join its study, if the file names the same patient, so that an archive keeps them beside it; `new`: every export is a study of its own, for exports that leave the house (one alone: `?uids=new`). What is sent to the PACS joins its study either way',
  RETAIN_ORIGINAL_TAGS:
    '`1` keeps uploaded DICOM files with names and private tags; else they are kept without identity',
  PACS_DICOMWEB_URL:
    'address of a PACS over DICOMweb: pictures can be fetched from it and results sent to it',
  PACS_USER: 'how this server signs in there',
  PACS_PASSWORD: 'with `PACS_USER`',
  PACS_TOKEN: 'bearer token, in place of user and password',
  PACS_ORGANISATION:
    'name of the only organisation that may use the PACS; without it the server does not start where there are several, or as a demo',
  PACS_PUSH: '`automatic` sends results of pictures that came from the PACS back by themselves',
  PACS_TIMEOUT_MS: 'how long the PACS may be silent',
  PACS_RETRY_SECONDS: 'the first pause before a push is tried again; it doubles',
  ANALYSIS_TIMEOUT_MS: "replaces every module's own limit",
  SHUTDOWN_GRACE_MS: 'how long what runs may take when the process is told to end',
  OTEL_EXPORTER_OTLP_ENDPOINT:
    'OpenTelemetry traces of each analysis over OTLP/HTTP, without patient data; the other `OTEL_…` variables mean what OpenTelemetry says',
  OTEL_SERVICE_NAME: 'name in the traces',
  LOG_LEVEL: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`; `warn` in a demo, else `info`',
};

/** docs/settings.md. */
export function settingsPage(): string {
  const rows = variableNames.map((name) => {
    const value = defaultOf(name);
    return `| \`${name}\` | ${value === undefined ? '' : `\`${value}\``} | ${meanings[name]} |`;
  });
  return `# Settings

Every variable that the server and its workers read. An empty one counts as not set; one that seems to be meant for this
program and is none of these is named at the start. Written from \`apps/server/src/config/\` by
\`npx vitest run apps/server/src/config/settings-page.test.ts --update=all\`.

| variable | default | |
|---|---|---|
${rows.join('\n')}
`;
}
