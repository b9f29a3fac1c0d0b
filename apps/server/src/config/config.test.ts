import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createConfig } from './config.ts';
import { readEnvironment } from './environment.ts';

const folder = mkdtempSync(join(tmpdir(), 'second-read-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const configure = (variables: Record<string, string>) =>
  createConfig(readEnvironment({ DATA_DIR: folder, ...variables }));
const secrets = {
  JWT_SECRET: randomBytes(24).toString('base64'),
  MEDIA_SECRET: randomBytes(24).toString('base64'),
  DATA_KEYS: randomBytes(32).toString('base64'),
};
const production = { SECOND_READ_MODE: 'production', ...secrets };

describe('with nothing set', () => {
  it('is a demo on this machine alone, with its public account', () => {
    const config = configure({});
    expect(config.mode).toBe('demo');
    expect(config.http).toMatchObject({ host: '127.0.0.1', port: 3000, trustProxy: false });
    expect(config.database).toEqual({ kind: 'embedded', folder: join(folder, 'postgres') });
    expect(config.limits).toMatchObject({
      uploadMb: 128,
      uploadBytes: 128 * 1024 * 1024,
      uploadsPerType: 10,
    });
    expect(config.demoAccount).toEqual({
      username: 'demo',
      email: 'demo@secondread.example',
      password: 'Demo-Reader-2026',
    });
  });

  it('invents its secrets once, keeps them, and lets nobody else read them', () => {
    const first = configure({}).tokens;
    const second = configure({}).tokens;
    expect(first.jwtSecret.length).toBeGreaterThanOrEqual(32);
    expect(first.jwtSecret).toEqual(second.jwtSecret);
    expect(first.jwtSecret).not.toEqual(first.mediaSecret);
    expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).not.toBe('');
    expect(configure({}).keys[0].id).toBe(configure({}).keys[0].id);
    expect(statSync(join(folder, 'data.key')).mode & 0o777).toBe(0o600);
  });

  it('starts no threads where it takes no analyses', () => {
    const config = configure({ WORKER_CONCURRENCY: '0', COMPUTE_THREADS: '4' });
    expect(config).toMatchObject({ worker: { concurrency: 0 }, compute: { threads: 0 } });
  });

  it('cannot be changed afterwards, at any depth', () => {
    const config = configure({});
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.limits)).toBe(true);
  });
});

describe('in production', () => {
  it('starts with secrets of its own and a place for its data, and has no demo account', () => {
    const config = configure(production);
    expect(config.mode).toBe('production');
    expect(config.demoAccount).toBeNull();
    expect(new TextDecoder().decode(config.tokens.jwtSecret)).toBe(secrets.JWT_SECRET);
  });

  it.each([
    ['JWT_SECRET', { JWT_SECRET: '' }],
    ['JWT_SECRET', { JWT_SECRET: 'x'.repeat(31) }],
    ['MEDIA_SECRET', { MEDIA_SECRET: 'short' }],
    ['JWT_SECRET', { JWT_SECRET: 'changeme'.repeat(8) }],
    ['DATA_KEYS', { DATA_KEYS: '' }],
    ['DATA_KEYS', { DATA_KEYS: 'x'.repeat(44) }],
    ['not both', { DATA_KEY_FILE: '/run/secrets/keys' }],
    ['must not be the same', { MEDIA_SECRET: secrets.JWT_SECRET }],
  ])('refuses to start and names %s when given %j', (name, variables) => {
    expect(() => configure({ ...production, ...variables })).toThrow(name);
  });

  it('takes its data keys from a file', () => {
    const file = join(folder, 'keys');
    writeFileSync(file, `${secrets.DATA_KEYS}\n`);
    const config = configure({ ...production, DATA_KEYS: '', DATA_KEY_FILE: file });
    expect(Buffer.from(config.keys[0].secret).toString('base64')).toBe(secrets.DATA_KEYS);
    const missing = { ...production, DATA_KEYS: '', DATA_KEY_FILE: join(folder, 'no-such-file') };
    expect(() => configure(missing)).toThrow('DATA_KEY_FILE');
  });

  it('refuses to start where it was not told to keep its data', () => {
    expect(() => createConfig(readEnvironment(production))).toThrow('needs DATABASE_URL');
    const url = 'postgres://reader@database/second_read';
    expect(
      createConfig(readEnvironment({ ...production, DATABASE_URL: url, DATA_DIR: folder })).database,
    ).toEqual({
      kind: 'url',
      url,
    });
  });
});

describe('a PACS', () => {
  const url = 'https://pacs.example/dicom-web';
  const pacsOf = (variables: Record<string, string>) =>
    configure({ PACS_DICOMWEB_URL: url, PACS_ORGANISATION: 'Clinic', ...variables }).pacs;

  it('is none unless there is an address', () => {
    expect(configure({ PACS_PUSH: 'automatic' }).pacs).toBeNull();
  });

  it('is asked below its address only, for one organisation, and gets nothing by itself', () => {
    expect(pacsOf({})).toEqual({
      baseUrl: 'https://pacs.example/dicom-web/',
      authorization: undefined,
      organisation: 'Clinic',
      push: 'manual',
      silenceMs: 20_000,
      retrySeconds: 10,
    });
  });

  it('in demo mode is refused without the organisation that may use it', () => {
    expect(() => pacsOf({ PACS_ORGANISATION: '' })).toThrow('PACS_ORGANISATION');
    expect(pacsOf({ PACS_ORGANISATION: '', ...production })?.organisation).toBeNull();
  });

  it('knows this server by user and password, or by a token', () => {
    const basic = `Basic ${Buffer.from('reader:se cret').toString('base64')}`;
    expect(pacsOf({ PACS_USER: 'reader', PACS_PASSWORD: 'se cret' })?.authorization).toBe(basic);
    expect(pacsOf({ PACS_TOKEN: 'abc' })?.authorization).toBe('Bearer abc');
  });

  it.each([
    ['PACS_DICOMWEB_URL', { PACS_DICOMWEB_URL: 'ftp://pacs' }],
    ['PACS_DICOMWEB_URL', { PACS_DICOMWEB_URL: 'https://user:pass@pacs.example' }],
    ['PACS_PASSWORD', { PACS_USER: 'reader' }],
    ['not both', { PACS_USER: 'reader', PACS_PASSWORD: 'x', PACS_TOKEN: 'y' }],
    ['PACS_PUSH', { PACS_PUSH: 'always' }],
  ])('is refused, naming %s, when set to %j', (name, variables) => {
    expect(() => pacsOf(variables)).toThrow(name);
  });
});

describe('with something wrong', () => {
  it('names every variable that cannot be used', () => {
    const wrong = { PORT: 'http', MAX_UPLOAD_MB: '-1', SECOND_READ_MODE: 'test' };
    for (const name of Object.keys(wrong)) expect(() => configure(wrong)).toThrow(name);
  });

  it('refuses half of a certificate, and trust in what is no address', () => {
    expect(() => configure({ TLS_CERT_FILE: '/etc/cert.pem' })).toThrow('TLS_KEY_FILE');
    expect(() => configure({ TLS_REDIRECT_PORT: '80' })).toThrow('TLS_CERT_FILE');
    for (const TRUST_PROXY of ['yes', 'true', '0', '10', '10.0.0.0/33', '10.0.0', 'proxy.example'])
      expect(() => configure({ TRUST_PROXY })).toThrow('TRUST_PROXY');
    for (const origin of [
      '*',
      'null',
      'viewer.example',
      'https://a.example/',
      'https://*.a.example',
      'https://A.example',
    ])
      expect(() => configure({ DICOMWEB_ORIGINS: origin })).toThrow('DICOMWEB_ORIGINS');
    const { dicomWebOrigins } = configure({ DICOMWEB_ORIGINS: 'https://a.example, http://b:8042' }).http;
    expect(dicomWebOrigins).toEqual(['https://a.example', 'http://b:8042']);
    expect(configure({ TRUST_PROXY: '2' }).http.trustProxy).toBe(2);
    expect(configure({ TRUST_PROXY: '10.0.0.7, fd00::/8' }).http.trustProxy).toBe('10.0.0.7, fd00::/8');
  });

  it('takes an empty variable for one that is not set', () => {
    expect(configure({ PORT: '', DATABASE_URL: ' ' }).http.port).toBe(3000);
  });

  it('takes the address of browsers without what a link cannot begin with', () => {
    const at = (PUBLIC_URL: string) => configure({ PUBLIC_URL }).alarms.publicUrl;
    expect([at(''), at('https://reader.example/'), at('http://10.0.0.7:3000/reader')]).toEqual([
      ...[null, 'https://reader.example', 'http://10.0.0.7:3000/reader'],
    ]);
    for (const wrong of ['reader.example', 'ftp://reader.example', 'https://a:b@c.d', 'https://c.d/?e=f'])
      expect(() => at(wrong)).toThrow('PUBLIC_URL');
  });

  it('refuses a place for pictures that it cannot write to', () => {
    expect(() => configure({ BLOB_URL: 'ftp://pictures' })).toThrow('BLOB_URL');
    const blobs = configure({ BLOB_URL: 'file:///srv/my%20pictures' }).blobs;
    expect(blobs).toEqual({ kind: 'folder', folder: '/srv/my pictures' });
  });

  it('takes a bucket, and its keys with it', () => {
    const access = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    const at = (url: string) => configure({ BLOB_URL: url, S3_ENDPOINT: 'http://rgw:8080', ...access }).blobs;
    const s3 = {
      endpoint: 'http://rgw:8080',
      region: 'us-east-1',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    };
    expect(at('s3://pictures')).toEqual({ kind: 's3', s3: { ...s3, bucket: 'pictures', prefix: '' } });
    expect(at('s3://pictures/a/b/')).toEqual({
      kind: 's3',
      s3: { ...s3, bucket: 'pictures', prefix: 'a/b/' },
    });
    expect(() => at('s3://Not_A_Bucket')).toThrow('BLOB_URL');
    expect(() => configure({ BLOB_URL: 's3://pictures' })).toThrow('S3_ACCESS_KEY_ID');
  });
});

describe('a demo', () => {
  const isPublic = (environment: Record<string, string>) =>
    createConfig(readEnvironment({ DATA_DIR: folder, ...environment })).publicDemo;

  it('is its owner’s where only this computer reaches it, and public where others do or it is so set', () => {
    expect(isPublic({})).toBe(false);
    expect(isPublic({ HOST: '0.0.0.0' })).toBe(true);
    expect(isPublic({ HOST: '0.0.0.0', PUBLIC_DEMO: '0' })).toBe(false);
    expect(isPublic({ PUBLIC_DEMO: '1' })).toBe(true);
    expect(isPublic({ TRUST_PROXY: 'loopback' })).toBe(true);
    expect(isPublic({ TRUST_PROXY: '1', PUBLIC_DEMO: '0' })).toBe(false);
  });
});
