import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loginReply, readKeyReply } from '@second-read/contract/accounts';
import { reportReply } from '@second-read/contract/reports';
import { samplePath } from './clinician.ts';
import { makeAccount, makeOrganisation, password } from './own-account.ts';
import { readExam } from './read-exam.ts';
import { chestSeries } from './series.ts';
import { serveProduct } from './serve-product.ts';

/** As many slices has the exam. */
export const slices = 6;
export const examStudy = '1.2.826.0.7';
export const examSeries = '1.2.826.1';

export interface ServedStudy {
  /** Of DICOMweb. */
  readonly root: string;
  readonly origin: string;
  readonly key: string;
  readonly authorization: string;
  readonly stop: () => Promise<void>;
}

/**
 * A server of its own that keeps what files say of the patient and lets pages of `viewer` read, with a chest
 * exam of six slices, and a read-only key of the account that had it read.
 */
export async function serveStudy(viewer: string): Promise<ServedStudy> {
  const dataDir = await mkdtemp(join(tmpdir(), 'second-read-viewers-'));
  const product = await serveProduct('apps/server/dist/main.js', dataDir, {
    ...{ DICOMWEB_ORIGINS: viewer, RETAIN_PATIENT_DETAILS: '1', UPLOAD_LIMIT: '1000', DEMO_SAMPLES: '0' },
  });
  const stop = async () => {
    await product.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    const { origin } = product;
    const authorization = await signInToNew(origin, dataDir);
    const reply = await send(
      `${origin}/api/accounts/read-keys/`,
      { name: 'Viewer', password },
      authorization,
    );
    const { key } = readKeyReply.parse(reply);
    const files = await chestSeries(slices, {
      '0008,0016': ['UI', '1.2.840.10008.5.1.4.1.1.2'],
      '0008,0020': ['DA', '20260131'],
      '0010,0010': ['PN', 'Doe^Jane'],
      '0020,000d': ['UI', examStudy],
      '0020,0052': ['UI', '1.2.826.9'],
    });
    await readExam(files, { address: origin, authorization });
    return { root: `${origin}/api/dicom-web`, origin, key, authorization, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function signInToNew(origin: string, dataDir: string): Promise<string> {
  const account = { username: 'reader', name: 'Test Reader', role: 'reader' };
  const oneTime = await makeAccount(await makeOrganisation(dataDir), account, dataDir);
  const { username } = account;
  const change = { username, password: oneTime, new_password: password };
  await send(`${origin}/api/accounts/password/`, change);
  const reply = await send(`${origin}/api/accounts/login/`, { username, password });
  return `Bearer ${loginReply.parse(reply).access}`;
}

async function send(url: string, body: object, authorization = ''): Promise<unknown> {
  const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) };
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`);
  return reply.json().catch(() => undefined);
}

/** Has one slice of the gallery read by itself. @returns its report */
export async function readSlice({ origin, authorization }: ServedStudy, patientId: string) {
  const body = new FormData();
  body.set('patient_id', patientId);
  body.set('patient_id_confirmed', '1');
  body.set('image', new Blob([readFileSync(samplePath('lung/ct_a0002_08.dcm'))]), 'slice.dcm');
  const url = `${origin}/api/lung_segmentation/process/`;
  const reply = await fetch(url, { method: 'POST', headers: { authorization }, body });
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`);
  return reportReply.parse(await reply.json());
}
