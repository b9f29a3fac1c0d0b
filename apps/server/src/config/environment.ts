import { isIP } from 'node:net';
import { z } from 'zod';

const text = z.string().trim();
const whole = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

/** Names of networks that need no number, as Fastify knows them. */
const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

/** Not `true`: believing anybody is believing whatever a caller writes as the first address. */
function isTrust(value: string): boolean {
  if (value === 'false' || /^[1-9]$/.test(value)) return true;
  return value.split(',').every((each) => namedNetworks.includes(each.trim()) || isNetwork(each.trim()));
}

function isNetwork(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/');
  const max = isIP(address) === 6 ? 128 : 32;
  const isWidth = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= max);
  return isIP(address) !== 0 && isWidth && rest.length === 0;
}

function areOrigins(value: string): boolean {
  return value.split(',').every((each) => {
    const origin = each.trim();
    return /^https?:[^*]+$/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
  });
}

/**
 * Every variable the server reads; an empty one counts as unset. What each means is in
 * `config.ts`, where defaults that depend on the mode are chosen.
 */
const environmentSchema = z.object({
  SECOND_READ_MODE: z.enum(['demo', 'production']).default('demo'),
  PUBLIC_DEMO: z.enum(['0', '1']).optional(),
  PRODUCT_NAME: text.max(80).default('Second Read'),
  SUPPORT_EMAIL: z.email().default('support@secondread.example'),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/ })
    .regex(/^[^?#@]+$/, 'without user, query or fragment')
    .optional(),
  PORT: whole(0, 65_535).default(3000),
  TRUST_PROXY: text
    .refine(
      isTrust,
      'false, how many proxies stand in front one behind the other (1 to 9), or their addresses and networks, separated by commas',
    )
    .default('false'),
  TLS_CERT_FILE: text.optional(),
  TLS_KEY_FILE: text.optional(),
  TLS_REDIRECT_PORT: whole(1, 65_535).optional(),
  METRICS_PORT: whole(0, 65_535).optional(),
  METRICS_TOKEN: text.min(16).optional(),
  DATA_DIR: text.optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  BLOB_URL: text.optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  JWT_SECRET: text.optional(),
  MEDIA_SECRET: text.optional(),
  DATA_KEYS: text.optional(),
  DATA_KEY_FILE: text.optional(),
  AUDIT_HEADS_URL: z.url({ protocol: /^(file|https?|s3)$/ }).optional(),
  AUDIT_HEADS_TOKEN: text.optional(),
  AUDIT_HEADS_MINUTES: whole(1, 1440).default(60),
  AUDIT_HEADS_RETENTION_DAYS: whole(1, 36_500).optional(),
  MAX_UPLOAD_MB: whole(1, 2048).default(128),
  RATE_LIMIT_PER_MINUTE: whole(0, 10_000_000).default(12_000),
  UPLOAD_LIMIT: whole(0, 1_000_000).default(10),
  COMPUTE_THREADS: whole(1, 64).optional(),
  WORKER_CONCURRENCY: whole(0, 64).optional(),
  DATABASE_CONNECTIONS: whole(2, 500).default(16),
  ACCESS_TOKEN_MINUTES: whole(1, 1440).default(15),
  REFRESH_TOKEN_DAYS: whole(1, 365).default(14),
  SESSION_IDLE_MINUTES: whole(0, 1440).default(15),
  SESSION_HOURS: whole(0, 720).default(12),
  MEDIA_LINK_MINUTES: whole(1, 1440).default(15),
  EXPORT_UIDS: z.enum(['original', 'new']).default('original'),
  RETAIN_ORIGINAL_TAGS: z.enum(['0', '1']).default('0'),
  RETAIN_PATIENT_DETAILS: z.enum(['0', '1']).default('0'),
  SITE_TIME_ZONE: text.optional(),
  DEMO_SAMPLES: z.enum(['0', '1']).default('1'),
  DICOMWEB_ORIGINS: text
    .refine(areOrigins, 'origins such as https://viewer.clinic.example, separated by commas')
    .optional(),
  PACS_DICOMWEB_URL: z.url({ protocol: /^https?$/ }).optional(),
  PACS_USER: text.optional(),
  PACS_PASSWORD: z.string().optional(),
  PACS_TOKEN: text.optional(),
  PACS_ORGANISATION: text.optional(),
  PACS_PUSH: z.enum(['manual', 'automatic']).default('manual'),
  PACS_TIMEOUT_MS: whole(100, 600_000).default(20_000),
  PACS_RETRY_SECONDS: whole(1, 3600).default(10),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  SMTP_FROM: z.email().optional(),
  ALARM_WEBHOOK_SECRET: text.min(32).optional(),
  ALARM_WEBHOOK_ALLOWED: text.default('none'),
  ALARM_RETRY_SECONDS: whole(1, 3600).default(10),
  ANALYSIS_TIMEOUT_MS: whole(1, 600_000).optional(),
  SHUTDOWN_GRACE_MS: whole(0, 600_000).default(20_000),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SERVICE_NAME: text.default('second-read'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
});

export type Environment = z.infer<typeof environmentSchema>;

/** A setting that cannot be used; the message is for the person who starts the server. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** The names of all variables, in the order of the schema. */
export const variableNames = Object.keys(environmentSchema.shape) as readonly (keyof Environment)[];

/** What a variable is where it is not set, as text; undefined where it has no default. */
export function defaultOf(name: keyof Environment): string | undefined {
  const parsed = environmentSchema.shape[name].safeParse(undefined);
  return parsed.success && parsed.data !== undefined ? String(parsed.data) : undefined;
}

/** Reads the environment once. Throws `ConfigurationError` naming every variable that is wrong. */
export function readEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const set = Object.fromEntries(Object.entries(variables).filter(([, value]) => value?.trim()));
  const parsed = environmentSchema.safeParse(set);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new ConfigurationError(`The configuration cannot be used. ${problems.join('; ')}.`);
}
