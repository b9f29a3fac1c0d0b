import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../platform/free-port.ts';

/** Debian's orthanc and orthanc-dicomweb; nothing of the product needs them. */
const plugin = ['/usr/share/orthanc/plugins', '/usr/lib/orthanc/plugins']
  .map((folder) => join(folder, 'libOrthancDicomWeb.so'))
  .find((path) => existsSync(path));

export const hasOrthanc = plugin !== undefined && spawnSync('which', ['Orthanc']).status === 0;

export const orthancUser = 'second-read';
export const orthancPassword = 'Archive-Pass-7';

export interface Orthanc {
  readonly dicomWebUrl: string;
  /** A call of its own interface, by its administrator. */
  rest(path: string, init?: RequestInit): Promise<Response>;
  /** Stores a Part 10 file; answers with what Orthanc calls its study. */
  upload(file: Uint8Array): Promise<string>;
  stop(): Promise<void>;
}

/** A real archive on loopback, in a folder of its own, with DICOMweb, user and password. */
export async function startOrthanc(httpPort?: number): Promise<Orthanc> {
  const folder = await mkdtemp(join(tmpdir(), 'second-read-orthanc-'));
  const port = httpPort ?? (await freePort());
  const path = join(folder, 'orthanc.json');
  await writeFile(path, JSON.stringify(await settings(folder, port)));
  const child = spawn('Orthanc', [path], { stdio: 'ignore' });
  const authorization = `Basic ${Buffer.from(`${orthancUser}:${orthancPassword}`).toString('base64')}`;
  const base = `http://127.0.0.1:${port}`;
  const rest = (at: string, init: RequestInit = {}) =>
    fetch(base + at, { ...init, headers: { ...init.headers, authorization } });
  await untilReady(child, rest);
  return {
    dicomWebUrl: `${base}/dicom-web`,
    rest,
    upload: async (file) => {
      const reply = await rest('/instances', { method: 'POST', body: new Uint8Array(file) });
      const { ParentStudy } = (await reply.json()) as { ParentStudy: string };
      return ParentStudy;
    },
    stop: async () => {
      const ended = child.exitCode === null ? once(child, 'exit') : undefined;
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function settings(folder: string, port: number): Promise<object> {
  return {
    Name: 'Archive of a test',
    StorageDirectory: join(folder, 'storage'),
    IndexDirectory: join(folder, 'storage'),
    Plugins: [plugin],
    HttpPort: port,
    DicomPort: await freePort(),
    RemoteAccessAllowed: false,
    AuthenticationEnabled: true,
    RegisteredUsers: { [orthancUser]: orthancPassword },
    DicomWeb: { Enable: true, Root: '/dicom-web/', EnableWado: false },
  };
}

async function untilReady(child: ChildProcess, rest: Orthanc['rest']): Promise<void> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(100)) {
    if (child.exitCode !== null) throw new Error(`Orthanc ended with ${child.exitCode}`);
    const reply = await rest('/system').catch(() => undefined);
    if (reply?.ok) return;
  }
  child.kill('SIGKILL');
  throw new Error('Orthanc did not answer');
}
