import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { BlobSettings } from '../platform/blobs/open-blobs.ts';
import type { S3Options } from '../platform/blobs/s3-client.ts';
import { type KeyRing, parseKeyRing } from '../platform/crypto/key-ring.ts';
import type { OffHostSettings } from '../platform/off-host/off-host.ts';
import type { PacsSettings } from '../platform/pacs/pacs.ts';
import type { TraceSettings } from '../platform/traces/open-traces.ts';
import { type AlarmSettings, alarmSettings } from './alarm-settings.ts';
import { ConfigurationError, type Environment } from './environment.ts';
import { pacsSettings } from './pacs-settings.ts';
import { keptDataKeys } from './secrets.ts';
import { siteTimeZone } from './site-time-zone.ts';
import { refuseUnsafeProduction, secretsOf } from './stated-secrets.ts';

interface DemoAccount {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

/** All that can be set, parsed and frozen. Built once, in `main.ts`, `worker.ts` or a test. */
export interface Config {
  /** `demo`: a sandbox with a public account. `production`: no default secret, no demo account. */
  readonly mode: 'demo' | 'production';
  readonly productName: string;
  readonly supportEmail: string;
  /** `warn` in a demo, so that the line with the address is not buried; `info` in production. */
  readonly logLevel: NonNullable<Environment['LOG_LEVEL']>;
  /** Absolute. Holds the embedded database, pictures, secrets and half-received uploads. */
  readonly dataDir: string;
  /** Half-received uploads; on the same file system as the pictures' folder. */
  readonly uploadDir: string;
  readonly http: {
    /** 127.0.0.1 unless set: a demo account with a public password is for this machine alone. */
    readonly host: string;
    readonly port: number;
    /**
     * Whose X-Forwarded-For is trusted: no one's (false), that of the addresses and networks named, or that
     * of so many proxies one behind the other, counted from this server.
     */
    readonly trustProxy: boolean | string | number;
    /** Pages of these origins may read DICOMweb with a key; none unless set. */
    readonly dicomWebOrigins: readonly string[];
    /** Where a worker serves `/metrics`; null: nowhere. An API process has it beside its routes. */
    readonly metricsPort: number | null;
    /** Null: whoever can connect may read `/metrics`. */
    readonly metricsToken: string | null;
    /** Null: plain HTTP, as behind a proxy that ends TLS. `redirectPort` takes plain HTTP and sends it on. */
    readonly tls: {
      readonly certFile: string;
      readonly keyFile: string;
      readonly redirectPort: number | null;
    } | null;
  };
  readonly database:
    | { readonly kind: 'embedded'; readonly folder: string }
    | { readonly kind: 'url'; readonly url: string };
  /** Of one process, at most; two more listen and hold leases. */
  readonly databaseConnections: number;
  readonly blobs: BlobSettings;
  readonly limits: {
    readonly uploadMb: number;
    readonly uploadBytes: number;
    /**
     * Requests per address, of any kind; sign-ins a twentieth of it, searches for text a two-hundredth per
     * account. 0: no limits.
     */
    readonly requestsPerMinute: number;
    /** Analyses per service and account. */
    readonly uploadsPerType: number;
    /** Replaces every module's own time-out when set. */
    readonly analysisTimeoutMs: number | null;
  };
  /** None where the process takes no analyses. */
  readonly compute: { readonly threads: number };
  /** Analyses at a time; 0: this process leaves them to others. */
  readonly worker: { readonly concurrency: number };
  readonly tokens: {
    readonly accessMinutes: number;
    readonly refreshDays: number;
    readonly mediaMinutes: number;
    /** A session that is not used for so long ends; 0 is never. */
    readonly idleMinutes: number;
    /** A session ends so long after its sign-in, however much it is used; 0 is never. */
    readonly sessionHours: number;
    /** At least 32 bytes each. */
    readonly jwtSecret: Uint8Array;
    readonly mediaSecret: Uint8Array;
  };
  /** What seals pictures, patient IDs and the audit trail. */
  readonly keys: KeyRing;
  /** The file of the data key, where there was none before: nothing stored is under that key yet. */
  readonly madeKeyFile: string | null;
  /** Where the ends of the audit trail's chains are written, and how often; null: nowhere. */
  readonly auditHeads: { readonly place: OffHostSettings; readonly minutes: number } | null;
  /** Keeps uploaded DICOM files as they came, names and all, for organisations that must. */
  readonly retainOriginalTags: boolean;
  /** Keeps, sealed, what files say of the patient and the request: names, sex, age, accession number. */
  readonly retainPatientDetails: boolean;
  /** IANA name: the wall clock of the times in exports. Null: that of the process. */
  readonly siteTimeZone: string | null;
  /** `new`: what is exported never names the study, series and instance that its picture came from. */
  readonly exportUids: 'original' | 'new';
  /** Null: pictures come as files alone, and results leave as files alone. */
  readonly pacs: PacsSettings | null;
  readonly alarms: AlarmSettings;
  readonly shutdownGraceMs: number;
  /** Where traces go, over OTLP/HTTP; null: none are made. */
  readonly traces: TraceSettings | null;
  /** Whether strangers share the demo account, which then signs nothing and changes no settings. */
  readonly publicDemo: boolean;
  /** Null in production. */
  readonly demoAccount: DemoAccount | null;
  /** Whether the demo organization is filled with sample reports at the start. */
  readonly hasDemoSamples: boolean;
}

const demoAccount: DemoAccount = {
  username: 'demo',
  email: 'demo@secondread.example',
  password: 'Demo-Reader-2026',
};

/** Decides every default. Throws `ConfigurationError` where production lacks what it must not invent. */
export function createConfig(environment: Environment): Config {
  const production = environment.SECOND_READ_MODE === 'production';
  if (production) refuseUnsafeProduction(environment);
  const dataDir = resolve(environment.DATA_DIR ?? 'data');
  const threads = environment.COMPUTE_THREADS ?? Math.max(1, availableParallelism() - 1);
  const concurrency = environment.WORKER_CONCURRENCY ?? threads;
  return deepFreeze({
    mode: environment.SECOND_READ_MODE,
    productName: environment.PRODUCT_NAME,
    supportEmail: environment.SUPPORT_EMAIL,
    logLevel: environment.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    dataDir,
    uploadDir: resolve(dataDir, 'uploads'),
    http: {
      host: environment.HOST,
      port: environment.PORT,
      trustProxy: trustOf(environment.TRUST_PROXY),
      dicomWebOrigins: environment.DICOMWEB_ORIGINS?.split(',').map((each) => each.trim()) ?? [],
      metricsPort: environment.METRICS_PORT ?? null,
      metricsToken: environment.METRICS_TOKEN ?? null,
      tls: tlsOf(environment),
    },
    database: databaseOf(environment, dataDir),
    databaseConnections: environment.DATABASE_CONNECTIONS,
    blobs: blobsOf(environment, dataDir),
    limits: {
      uploadMb: environment.MAX_UPLOAD_MB,
      uploadBytes: environment.MAX_UPLOAD_MB * 1024 * 1024,
      requestsPerMinute: environment.RATE_LIMIT_PER_MINUTE,
      uploadsPerType: environment.UPLOAD_LIMIT,
      analysisTimeoutMs: environment.ANALYSIS_TIMEOUT_MS ?? null,
    },
    compute: { threads: concurrency === 0 ? 0 : threads },
    worker: { concurrency },
    tokens: {
      accessMinutes: environment.ACCESS_TOKEN_MINUTES,
      refreshDays: environment.REFRESH_TOKEN_DAYS,
      mediaMinutes: environment.MEDIA_LINK_MINUTES,
      idleMinutes: environment.SESSION_IDLE_MINUTES,
      sessionHours: environment.SESSION_HOURS,
      ...secretsOf(environment, dataDir),
    },
    ...keysOf(environment, dataDir),
    auditHeads: auditHeadsOf(environment),
    retainOriginalTags: environment.RETAIN_ORIGINAL_TAGS === '1',
    retainPatientDetails:
      environment.RETAIN_PATIENT_DETAILS === '1' || environment.RETAIN_ORIGINAL_TAGS === '1',
    siteTimeZone: siteTimeZone(environment.SITE_TIME_ZONE),
    exportUids: environment.EXPORT_UIDS,
    pacs: pacsSettings(environment),
    alarms: alarmSettings(environment),
    shutdownGraceMs: environment.SHUTDOWN_GRACE_MS,
    traces: tracesOf(environment),
    publicDemo: !production && isPublicDemo(environment),
    demoAccount: production ? null : demoAccount,
    hasDemoSamples: !production && environment.DEMO_SAMPLES === '1',
  });
}

/** Unless it is set: what only this computer reaches is its owner's alone. A proxy lets others reach it. */
function isPublicDemo({ PUBLIC_DEMO: chosen, HOST: host, TRUST_PROXY: proxies }: Environment): boolean {
  if (chosen !== undefined) return chosen === '1';
  return proxies !== 'false' || !['127.0.0.1', '::1', 'localhost'].includes(host);
}

function databaseOf(environment: Environment, dataDir: string): Config['database'] {
  if (environment.DATABASE_URL) return { kind: 'url', url: environment.DATABASE_URL };
  return { kind: 'embedded', folder: resolve(dataDir, 'postgres') };
}

function blobsOf(environment: Environment, dataDir: string): Config['blobs'] {
  const url = environment.BLOB_URL;
  if (url === undefined) return { kind: 'folder', folder: resolve(dataDir, 'blobs') };
  if (url.startsWith('file:')) {
    return { kind: 'folder', folder: resolve(decodeURIComponent(new URL(url).pathname)) };
  }
  return { kind: 's3', s3: bucketOf('BLOB_URL', url, environment) };
}

function bucketOf(name: string, url: string, environment: Environment): S3Options {
  const [, bucket, prefix = ''] =
    /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/?$/.exec(url) ?? [];
  if (bucket === undefined) {
    throw new ConfigurationError(`${name} must be file:///path/to/folder or s3://bucket/prefix.`);
  }
  return { bucket, prefix: prefix && `${prefix}/`, ...s3Access(name, environment) };
}

function auditHeadsOf(environment: Environment): Config['auditHeads'] {
  const { AUDIT_HEADS_URL: url, AUDIT_HEADS_TOKEN: token, AUDIT_HEADS_MINUTES: minutes } = environment;
  if (url === undefined) return null;
  if (url.startsWith('file:')) {
    return { place: { kind: 'folder', folder: resolve(decodeURIComponent(new URL(url).pathname)) }, minutes };
  }
  if (!url.startsWith('s3:')) return { place: { kind: 'webhook', url, token: token ?? null }, minutes };
  const retentionDays = environment.AUDIT_HEADS_RETENTION_DAYS ?? null;
  return { place: { kind: 's3', s3: bucketOf('AUDIT_HEADS_URL', url, environment), retentionDays }, minutes };
}

function s3Access(name: string, environment: Environment) {
  const { S3_REGION: region, S3_ACCESS_KEY_ID: id, S3_SECRET_ACCESS_KEY: secret } = environment;
  if (!id || !secret) {
    throw new ConfigurationError(`${name}=s3://… needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.`);
  }
  const endpoint = environment.S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`;
  return { endpoint, region, accessKeyId: id, secretAccessKey: secret };
}

function trustOf(value: string): Config['http']['trustProxy'] {
  if (value === 'false') return false;
  return /^\d+$/.test(value) ? Number(value) : value;
}

function tlsOf(environment: Environment): Config['http']['tls'] {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, TLS_REDIRECT_PORT: redirectPort } = environment;
  if (certFile && keyFile) return { certFile, keyFile, redirectPort: redirectPort ?? null };
  if (certFile || keyFile || redirectPort) {
    throw new ConfigurationError('TLS needs TLS_CERT_FILE and TLS_KEY_FILE, both in PEM.');
  }
  return null;
}

function tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_SERVICE_NAME: serviceName }: Environment) {
  return endpoint === undefined ? null : { endpoint, serviceName };
}

function keysOf(
  { DATA_KEYS: keys, DATA_KEY_FILE: file }: Environment,
  dataDir: string,
): Pick<Config, 'keys' | 'madeKeyFile'> {
  if (keys && file) throw new ConfigurationError('Set DATA_KEYS or DATA_KEY_FILE, not both.');
  try {
    if (keys || file)
      return { keys: parseKeyRing(keys ?? readFileSync(file ?? '', 'utf8')), madeKeyFile: null };
    const { content, madeFile } = keptDataKeys(dataDir);
    return { keys: parseKeyRing(content), madeKeyFile: madeFile };
  } catch (error) {
    const place = keys ? 'DATA_KEYS' : file ? 'DATA_KEY_FILE' : 'data.key in DATA_DIR';
    throw new ConfigurationError(
      `${place} cannot be used: ${error instanceof Error ? error.message : error}`,
    );
  }
}

function deepFreeze<T extends object>(value: T): T {
  for (const child of Object.values(value)) {
    if (typeof child === 'object' && child !== null && !ArrayBuffer.isView(child)) deepFreeze(child);
  }
  return Object.freeze(value);
}
