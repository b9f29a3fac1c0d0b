import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../apps/server/src/platform/free-port.ts';
import { familyMs, processorMs } from './engines/processor-time.ts';
import { type Finding, ratioFinding } from './measure.ts';
import { type Served, withServer } from './served.ts';
import { signIn } from './sign-in.ts';

const uploads = 200;
/** Until a process runs the code that it made of what it runs often. */
const warmUps = 60;
const orthanc = '/usr/sbin/Orthanc';
const sample = new URL('../apps/web/public/samples/lung/ct_a0002_08.dcm', import.meta.url);

/**
 * Accepting one DICOM file (identity taken out, sealed, stored, written down in the audit trail, given to the
 * queue; not read) against what Orthanc does to store the same file over HTTP: processor time of all
 * processes that take part.
 */
export async function benchIngest(): Promise<Finding[]> {
  if (!existsSync(orthanc)) {
    console.log(`ingest: not measured, there is no ${orthanc} (apt-get install orthanc)`);
    return [];
  }
  return withServer(async (served) => {
    const ours = await oursMs(served);
    const peer = await orthancMs(served.folder);
    return [
      ratioFinding(
        'accepting a DICOM file of 0.5 MB: processor time',
        'Orthanc storing it',
        { ours, peer },
        5,
      ),
    ];
  });
}

async function oursMs({ address, api, cluster, account, context }: Served): Promise<number> {
  const authorization = await signIn(address, account);
  const cost = () => processorMs(api.pid) + familyMs(cluster.pid);
  const accepted = context.signals.subscribe('queue:analyses');
  const upload = async (at: number) => {
    const body = new FormData();
    body.set('patient_id', `INGEST-${at}`);
    body.set('image', new Blob([differentFile()]), 'slice.dcm');
    const hangUp = new AbortController();
    const headers = { authorization, 'idempotency-key': `ingest-${at}` };
    const url = `${address}/api/lung_segmentation/process/`;
    const call = fetch(url, { method: 'POST', headers, body, signal: hangUp.signal }).catch(() => undefined);
    if (!(await accepted.next(60_000))) throw new Error('an upload was not accepted');
    hangUp.abort();
    await call;
  };
  for (let at = 0; at < warmUps; at += 1) await upload(at);
  const before = cost();
  const ofApi = processorMs(api.pid);
  for (let at = 0; at < uploads; at += 1) await upload(1_000 + at);
  const ms = (cost() - before) / uploads;
  console.log(
    `of it the API ${((processorMs(api.pid) - ofApi) / uploads).toFixed(1)} ms, the database the rest`,
  );
  accepted.close();
  return ms;
}

async function orthancMs(folder: string): Promise<number> {
  const port = await freePort();
  const file = join(folder, 'orthanc.json');
  const place = { StorageDirectory: join(folder, 'orthanc'), IndexDirectory: join(folder, 'orthanc') };
  const open = {
    HttpPort: port,
    DicomServerEnabled: false,
    AuthenticationEnabled: false,
    RemoteAccessAllowed: false,
  };
  writeFileSync(file, JSON.stringify({ ...place, ...open }));
  const server = spawn(orthanc, [file], { stdio: 'ignore' });
  const store = async () => {
    const reply = await fetch(`http://127.0.0.1:${port}/instances`, {
      method: 'POST',
      body: new Blob([differentFile()]),
    });
    if (!reply.ok) throw new Error(`Orthanc answered ${reply.status}`);
    if ((await reply.json()).Status !== 'Success') throw new Error('Orthanc had the file already');
  };
  try {
    while (!(await fetch(`http://127.0.0.1:${port}/system`).catch(() => undefined))?.ok) await sleep(200);
    for (let at = 0; at < warmUps; at += 1) await store();
    const before = processorMs(server.pid ?? 0);
    for (let at = 0; at < uploads; at += 1) await store();
    return (processorMs(server.pid ?? 0) - before) / uploads;
  } finally {
    server.kill();
  }
}

const original = readFileSync(sample);

/**
 * The sample as another instance: the last digits of its SOP Instance UID, wherever it stands, are others.
 */
function differentFile(): Uint8Array<ArrayBuffer> {
  const at = original.indexOf(Buffer.from([0x08, 0x00, 0x18, 0x00]));
  const length = original.readUInt16LE(at + 6);
  const uid = original.subarray(at + 8, at + 8 + length);
  const text = uid.toString('latin1').replace(/\0$/, '');
  const digits = String(randomInt(1e9, 9e9));
  const changed = Buffer.from(text.slice(0, -digits.length) + digits, 'latin1');
  const copy = Buffer.from(original);
  for (let from = copy.indexOf(uid); from >= 0; from = copy.indexOf(uid, from + length))
    changed.copy(copy, from);
  return new Uint8Array(copy);
}
