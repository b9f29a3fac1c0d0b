import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifests } from '@second-read/analyses/manifests';
import { exportForms, type ReportReply, reportReply } from '@second-read/contract/reports';
import { reviewReply } from '@second-read/contract/reviews';
import { Fhir } from 'fhir';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCompute } from '../../../platform/compute/create-compute.ts';
import { analysisUpload } from '../../../testing/multipart.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

/** Debian's dicom3tools and dcmtk; nothing of the product needs them. */
const isThere = (program: string) => spawnSync('which', [program]).status === 0;
const hasHighdicom = spawnSync('python3', ['-c', 'import highdicom']).status === 0;
const readBack = fileURLToPath(
  new URL('../../../../../../core/src/encode/dicom/read-back.py', import.meta.url),
);
const folder = mkdtempSync(join(tmpdir(), 'second-read-exports-'));
const samples = fileURLToPath(new URL('../../../../../web/public/samples', import.meta.url));
const compute = createCompute({ threads: 1 });
let server: TestServer;
let headers: { authorization: string };

beforeAll(async () => {
  server = await startTestServer({ compute, environment: { ANALYSIS_TIMEOUT_MS: '300000' } });
  headers = await server.bearer('ada');
});
afterAll(async () => {
  await server.close();
  await compute.close();
  rmSync(folder, { recursive: true });
});

interface Bundle {
  entry: { resource: Record<string, unknown> & { resourceType: string } }[];
}

/** What an R4 validator has against it, offline: shapes, cardinalities and required codes. */
function faultsOf(bundle: Bundle): string[] {
  const { messages } = new Fhir().validate(bundle, { errorOnUnexpected: true });
  return messages
    .filter(({ severity }) => severity === 'error' || severity === 'fatal')
    .map(({ location, message }) => `${location}: ${message}`);
}

/** One step further: signed, then amended and signed again, then withdrawn. */
async function bringTo(state: 'signed' | 'amended' | 'withdrawn', id: string): Promise<void> {
  const post = async (path: string, payload: object = {}, etag?: string) => {
    const tag = etag === undefined ? {} : { 'if-match': `"${etag}"` };
    const url = `/api/reports/${id}/${path}/`;
    const reply = await server.app.inject({ method: 'POST', url, payload, headers: { ...headers, ...tag } });
    expect([path, reply.statusCode]).toEqual([path, 200]);
    return reviewReply.parse(reply.json());
  };
  if (state === 'withdrawn') {
    await post('withdraw', { reason: 'of another patient' });
    return;
  }
  const [step, why] = state === 'signed' ? ['reviews', {}] : ['amendments', { reason: 'Looked again.' }];
  const { etag } = await post(step, why);
  expect((await post('sign', { accept_remaining: true }, etag)).state).toBe(state);
}

describe.each(manifests.map((manifest) => [manifest.id, manifest] as const))(
  'what the engine of %s says of a real picture',
  (id, { apiPath, gallery }) => {
    let report: ReportReply;
    const get = (form: string) =>
      server.app.inject({ url: `/api/${apiPath}/reports/${report.id}/export/${form}/`, headers });

    beforeAll(async () => {
      const file = gallery.find((sample) => !sample.file.endsWith('.dcm'))?.file ?? '';
      const { payload, headers: type } = analysisUpload(readFileSync(join(samples, id, file)));
      const url = `/api/${apiPath}/process/`;
      const reply = await server.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { ...type, ...headers },
      });
      expect(reply.statusCode).toBe(200);
      report = reportReply.parse(reply.json());
    }, 300_000);

    // No reader chose key images: those are in key-images.test.ts.
    const notHere = id === 'breast' ? ['dicom-ko'] : ['dicom-ko', 'dicom-cad-sr'];
    const forms = exportForms.filter((form) => form.startsWith('dicom-') && !notHere.includes(form));
    it.skipIf(!isThere('dciodvfy') || !isThere('dcm2json')).each(forms)(
      'is, as %s, read by dcmtk, and dciodvfy has no error (needs dcmtk and dicom3tools)',
      async (form) => {
        const reply = await get(form);
        expect(reply.statusCode).toBe(200);
        const path = join(folder, `${id}-${form}.dcm`);
        writeFileSync(path, reply.rawPayload);
        const { stdout, stderr } = spawnSync('dciodvfy', [path], { encoding: 'utf8' });
        const lines = `${stdout}${stderr}`.split('\n');
        expect(lines.length).toBeGreaterThan(1);
        expect(lines.filter((line) => line.startsWith('Error'))).toEqual([]);
        execFileSync('dcmdump', ['-q', '+E', path], { stdio: 'pipe', maxBuffer: 2 ** 28 });
        const json = JSON.parse(execFileSync('dcm2json', [path], { encoding: 'utf8', maxBuffer: 2 ** 28 }));
        expect(json['00100020'].Value).toEqual(['0042']);
      },
    );

    it.skipIf(!hasHighdicom)('is, as dicom-sr and dicom-seg, read by highdicom (needs Python)', async () => {
      const found = await Promise.all(
        ['seg', 'sr'].map(async (kind) => {
          const reply = await get(`dicom-${kind}`);
          // No region was marked: nothing to segment.
          if (reply.statusCode === 422) return [];
          const path = join(folder, `${id}.${kind}`);
          writeFileSync(path, reply.rawPayload);
          return [`${kind}=${path}`];
        }),
      );
      const stdout = execFileSync('python3', [readBack, ...found.flat()], { encoding: 'utf8' });
      const read: Record<string, { error?: string; segments?: unknown[]; regions?: unknown[] }> =
        JSON.parse(stdout);
      const [segmentation, sr] = ['seg', 'sr'].map((kind) => read[join(folder, `${id}.${kind}`)]);
      expect([segmentation?.error, sr?.error]).toEqual([undefined, undefined]);
      expect(sr?.regions).toHaveLength(segmentation?.segments?.length ?? 0);
    });

    it('is a FHIR R4 bundle that an R4 validator takes', async () => {
      expect(faultsOf((await get('fhir')).json())).toEqual([]);
    });

    it('would not be taken with a fault in it', async () => {
      const bundle: Bundle = (await get('fhir')).json();
      const broken = (change: (bundle: Bundle) => void) => {
        const copy = structuredClone(bundle);
        change(copy);
        return faultsOf(copy).join('; ');
      };
      const first = (of: Bundle, type: string): Record<string, unknown> =>
        of.entry.find(({ resource }) => resource.resourceType === type)?.resource ?? {};
      expect(broken((of) => Object.assign(first(of, 'DiagnosticReport'), { status: 'done' }))).toContain(
        '"done"',
      );
      expect(broken((of) => delete first(of, 'DiagnosticReport').code)).toContain('DiagnosticReport.code');
      expect(broken((of) => delete first(of, 'Observation').status)).toContain('Observation.status');
      expect(broken((of) => Object.assign(first(of, 'ImagingStudy'), { pictures: 1 }))).toContain('pictures');
      expect(broken((of) => Object.assign(first(of, 'ImagingStudy'), { series: [{ number: 1 }] }))).toContain(
        'ImagingStudy.series',
      );
    });

    it.each([
      ['signed', 'final'],
      ['amended', 'amended'],
      ['withdrawn', 'entered-in-error'],
    ] as const)('stays valid when a reader has it %s', async (state, status) => {
      await bringTo(state, report.id);
      const bundle: Bundle = (await get('fhir')).json();
      expect(faultsOf(bundle)).toEqual([]);
      const told = bundle.entry.find(({ resource }) => resource.resourceType === 'DiagnosticReport');
      expect(told?.resource.status).toBe(status);
      if (!isThere('dciodvfy')) return;
      const path = join(folder, `${id}-${state}.dcm`);
      writeFileSync(path, (await get('dicom-sr')).rawPayload);
      const { stdout, stderr } = spawnSync('dciodvfy', [path], { encoding: 'utf8' });
      expect(`${stdout}${stderr}`.split('\n').filter((line) => line.startsWith('Error'))).toEqual([]);
    });
  },
);
