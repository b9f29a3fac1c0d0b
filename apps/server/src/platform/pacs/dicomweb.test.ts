import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createRawServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { readSealed } from '../spool/sealed-file.ts';
import { spoolKey } from '../spool/spool-key.ts';
import { openDicomWeb } from './dicomweb.ts';
import { asRelated } from './multipart-related.ts';
import type { Pacs } from './pacs.ts';

const folder = mkdtempSync(join(tmpdir(), 'second-read-pacs-'));
afterAll(() => rmSync(folder, { recursive: true }));
const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(answer: RequestListener): Promise<{ pacs: Pacs; url: string; seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization ?? '-'}`);
    request.resume();
    answer(request, response);
  });
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = { baseUrl: `${url}/dicom-web/`, authorization: 'Bearer secret', silenceMs: 400 };
  return { pacs: openDicomWeb(options), url, seen };
}

const instance = { studyUid: '1.2', seriesUid: '1.2.3', sopInstanceUid: '1.2.3.4' };
const path = join(folder, 'instance');
const fetched = (pacs: Pacs, maxBytes = 1_000) => pacs.fetchInstance(instance, { path, maxBytes });
const everything = { patientId: 'P*', accessionNumber: '', dateFrom: '20260101', dateTo: '' };
const related = 'multipart/related; type="application/dicom"; boundary=b';
const reasonIs = (reason: string) => ({ name: 'PacsFailure', reason });

describe('a search', () => {
  it('requests only below the base URL, with the credentials, and parses the response', async () => {
    const { pacs, seen } = await serve((_request, response) =>
      response.end(
        JSON.stringify([
          {
            '0020000D': { vr: 'UI', Value: ['1.2.3'] },
            '00100010': { vr: 'PN', Value: [{ Alphabetic: 'Doe^Jane', Ideographic: '漢字' }] },
            '00100020': { vr: 'LO', Value: ['P\\1\u0007'] },
            '00080020': { vr: 'DA', Value: ['20260102'] },
            '00080030': { vr: 'TM', Value: ['later'] },
            '00080050': { vr: 'SH', Value: ['x'.repeat(500)] },
            '00080061': { vr: 'CS', Value: ['CT', 'SR'] },
            '00201208': { vr: 'IS', Value: ['7'] },
          },
          { '0020000D': { vr: 'UI', Value: ['../../secrets'] } },
          { '00100020': { vr: 'LO' } },
        ]),
      ),
    );
    const { items, isCut } = await pacs.searchStudies(everything);
    expect(isCut).toBe(false);
    expect(items).toEqual([
      expect.objectContaining({
        studyUid: '1.2.3',
        patientName: 'Doe^Jane=漢字',
        patientId: 'P 1',
        studyDate: '20260102',
        studyTime: '',
        accessionNumber: 'x'.repeat(16),
        modalities: ['CT', 'SR'],
        instances: 7,
      }),
    ]);
    expect(seen[0]).toMatch(
      /^GET \/dicom-web\/studies\?PatientID=P\*&StudyDate=20260101-&limit=101&.* Bearer secret$/,
    );
  });

  it('finds nothing where the archive answers without a body', async () => {
    const { pacs } = await serve((_request, response) => response.writeHead(204).end());
    expect(await pacs.searchStudies(everything)).toEqual({ items: [], isCut: false });
  });

  it('is cut where the archive has more than the limit', async () => {
    const many = Array.from({ length: 150 }, (_, i) => ({ '0020000D': { vr: 'UI', Value: [`1.${i}`] } }));
    const { pacs } = await serve((_request, response) => response.end(JSON.stringify(many)));
    const { items, isCut } = await pacs.searchStudies(everything);
    expect([items.length, isCut]).toEqual([100, true]);
  });

  it.each([
    [401, 'not_authorised'],
    [403, 'not_authorised'],
    [404, 'not_found'],
    [400, 'refused'],
    [429, 'unavailable'],
    [503, 'unavailable'],
  ])('that is answered with %i fails as %s', async (status, reason) => {
    const { pacs } = await serve((_request, response) => response.writeHead(status).end('x'));
    await expect(pacs.searchStudies(everything)).rejects.toMatchObject(reasonIs(reason));
  });

  it.each([
    ['no JSON', '<html>'],
    ['another shape', '{"studies":[]}'],
    ['deep nesting', '['.repeat(1_000_000)],
    ['elements that are none', '[{"0020000D":7}]'],
  ])('fails where it is told %s', async (_name, body) => {
    const { pacs } = await serve((_request, response) => response.end(body));
    await expect(pacs.searchStudies(everything)).rejects.toMatchObject(reasonIs('invalid_answer'));
  });

  it('stops reading an endless response', async () => {
    const { pacs } = await serve((_request, response) => {
      const pour = () => {
        while (response.write(' '.repeat(65_536)));
      };
      response.on('drain', pour);
      pour();
    });
    await expect(pacs.searchStudies(everything)).rejects.toMatchObject(reasonIs('too_large'));
  });

  it('does not wait for a silent archive, before or within its response', async () => {
    const { pacs } = await serve(() => {});
    await expect(pacs.searchStudies(everything)).rejects.toMatchObject(reasonIs('timed_out'));
    const drip = await serve((_request, response) => response.write('['));
    await expect(drip.pacs.searchStudies(everything)).rejects.toMatchObject(reasonIs('timed_out'));
  });

  it('ends when its caller is gone', async () => {
    const { pacs } = await serve(() => {});
    const gone = AbortSignal.timeout(50);
    await expect(pacs.searchStudies(everything, gone)).rejects.toMatchObject({ name: 'TimeoutError' });
  });

  it('fails where nobody listens, or the server does not speak HTTP', async () => {
    const options = { baseUrl: 'http://127.0.0.1:9/', authorization: undefined, silenceMs: 1_000 };
    await expect(openDicomWeb(options).searchStudies(everything)).rejects.toMatchObject(
      reasonIs('unreachable'),
    );
    const raw = createRawServer((socket: Socket) => socket.end('SSH-2.0-OpenSSH\r\n'));
    await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(raw.address() as AddressInfo).port}/`;
    await expect(openDicomWeb({ ...options, baseUrl }).searchStudies(everything)).rejects.toMatchObject(
      reasonIs('unreachable'),
    );
    raw.close();
  });
});

describe('a redirect', () => {
  it('is followed below the address of the archive', async () => {
    const { pacs, seen } = await serve((request, response) => {
      if (request.url?.includes('/moved')) response.end('[]');
      else response.writeHead(307, { location: '/dicom-web/moved/studies' }).end();
    });
    expect(await pacs.searchStudies(everything)).toEqual({ items: [], isCut: false });
    expect(seen).toHaveLength(2);
  });

  it('to another host, another path or in a loop is refused, and the credentials go to nobody else', async () => {
    const other = await serve((_request, response) => response.end('[]'));
    for (const location of [
      `${other.url}/dicom-web/studies`,
      'http://169.254.169.254/latest/meta-data',
      '/admin',
      '/dicom-web/../admin',
      '/dicom-web/studies',
      'file:///etc/passwd',
    ]) {
      const { pacs } = await serve((_request, response) => response.writeHead(302, { location }).end());
      await expect(pacs.searchStudies(everything)).rejects.toMatchObject(reasonIs('invalid_answer'));
    }
    expect(other.seen).toEqual([]);
  });
});

describe('an instance', () => {
  it('is kept as it came, in one part or bare, with its digest', async () => {
    const file = Buffer.from('DICM-file');
    for (const [type, body] of [
      [related, asRelated(file, 'b')],
      ['application/dicom', file],
    ] as const) {
      const { pacs } = await serve((_request, response) =>
        response.writeHead(200, { 'content-type': type }).end(body),
      );
      expect(await fetched(pacs)).toMatchObject({
        bytes: 9,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      expect(readFileSync(path, 'latin1')).not.toContain('DICM');
      expect(Buffer.from(await readSealed(path, spoolKey())).toString('latin1')).toBe('DICM-file');
    }
  });

  it.each([
    ['of another type', 'text/html', '<html>', 'invalid_answer'],
    ['without a boundary', 'multipart/related', 'x', 'invalid_answer'],
    ['without a part', related, '--b--', 'invalid_answer'],
    ['with a part that breaks off', related, '--b\r\n\r\nDICM', 'invalid_answer'],
    ['with a thousand parts', related, '--b\r\n\r\nx\r\n'.repeat(1_000), 'invalid_answer'],
    ['with an endless head', related, `--b\r\n${'x: y\r\n'.repeat(100_000)}`, 'invalid_answer'],
    ['of nothing', 'application/dicom', '', 'invalid_answer'],
    ['that is larger than it may be', related, `--b\r\n\r\n${'x'.repeat(2_000)}\r\n--b--`, 'too_large'],
  ])('%s is refused, and nothing of it stays', async (_name, type, body, reason) => {
    const { pacs } = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': type }).end(body),
    );
    await expect(fetched(pacs)).rejects.toMatchObject(reasonIs(reason));
    expect(existsSync(path)).toBe(false);
  });

  it('that unpacks to more than the limit is refused', async () => {
    const packed = gzipSync(Buffer.alloc(50_000_000));
    const { pacs } = await serve((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/dicom', 'content-encoding': 'gzip' })
        .end(packed),
    );
    await expect(fetched(pacs)).rejects.toMatchObject(reasonIs('too_large'));
  });

  it('that breaks off half-way is refused', async () => {
    const { pacs } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': related, 'content-length': '5000' });
      response.write('--b\r\n\r\nDICM', () => response.destroy());
    });
    await expect(fetched(pacs)).rejects.toMatchObject(reasonIs('unreachable'));
    expect(existsSync(path)).toBe(false);
  });

  it('with an invalid UID is never requested', async () => {
    const { pacs, seen } = await serve((_request, response) => response.end());
    for (const studyUid of ['../1', '1.2/../..', '', '1.2?x', '1'.repeat(65), '%2e%2e']) {
      const asked = async () => pacs.fetchInstance({ ...instance, studyUid }, { path, maxBytes: 9 });
      await expect(asked()).rejects.toMatchObject(reasonIs('not_found'));
    }
    expect(seen).toEqual([]);
  });
});

describe('a push', () => {
  const file = { sopInstanceUid: '1.2.3.4', content: Buffer.from('DICM') };
  const item = (...values: [string, string | number][]) =>
    Object.fromEntries(values.map(([tag, value]) => [tag, { vr: 'UI', Value: [value] }]));
  const stored = { '00081199': { vr: 'SQ', Value: [item(['00081155', '1.2.3.4'])] } };
  const failed = { '00081198': { vr: 'SQ', Value: [item(['00081155', '1.2.3.4'], ['00081197', 272])] } };

  it.each([
    ['the archive names the instance', 200, stored, undefined],
    ['it is stored with a warning', 202, { ...stored, ...failed }, undefined],
    ['the archive refuses it', 409, failed, 'refused'],
    ['the archive refuses it in a success', 200, failed, 'refused'],
    [
      'the archive speaks of another instance',
      200,
      { '00081199': { vr: 'SQ', Value: [item(['00081155', '9'])] } },
      'invalid_answer',
    ],
    ['the archive says nothing', 200, {}, 'invalid_answer'],
    ['the archive refuses without words', 409, {}, 'refused'],
    ['the password is wrong', 401, {}, 'not_authorised'],
  ])('is done only where %s', async (_name, status, body, reason) => {
    const { pacs } = await serve((_request, response) =>
      response.writeHead(status).end(JSON.stringify(body)),
    );
    if (reason === undefined) await pacs.store(file);
    else await expect(pacs.store(file)).rejects.toMatchObject(reasonIs(reason));
  });

  it('does not follow a redirect with patient data', async () => {
    const { pacs, seen } = await serve((_request, response) =>
      response.writeHead(307, { location: '/dicom-web/elsewhere' }).end(),
    );
    await expect(pacs.store(file)).rejects.toMatchObject(reasonIs('invalid_answer'));
    expect(seen).toHaveLength(1);
  });
});
