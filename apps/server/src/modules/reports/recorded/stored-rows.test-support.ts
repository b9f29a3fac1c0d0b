import { manifests } from '@second-read/analyses/manifests';
import sharp from 'sharp';
import { analyses } from '../../../platform/database/schema.ts';
import type { TestServer } from '../../../testing/test-server.ts';
import { insertReport } from '../index.ts';
import type { OldRow } from './old-row.test-support.ts';

/** Every class of every legend occurs, so that all regions of a module are exported. */
const [width, height] = [6, 4];
const labels = Uint8Array.from({ length: width * height }, (_, at) => at % 7);
const study = { format: 'png', bitsStored: 8, spacingMm: null, patientId: null };

/** Puts rows into the tables as the earlier version did; ids and times are fixed by their order. */
export async function storeOldRows(server: TestServer, rows: readonly OldRow[]): Promise<string[]> {
  const { userId, organisationId } = await server.signIn('ada');
  const { blobs } = server.context;
  const raw = sharp(labels, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
  const key = `${organisationId}/reports/recorded.png`;
  await blobs.put(key, await raw.png().toBuffer());
  const ids: string[] = [];
  for (const [at, row] of rows.entries())
    ids.push(await storeRow(server, { at, key, userId, organisationId }, row));
  return ids;
}

interface Place {
  readonly at: number;
  readonly key: string;
  readonly userId: string;
  readonly organisationId: string;
}

async function storeRow({ context }: TestServer, { at, key, ...owner }: Place, row: OldRow): Promise<string> {
  const { module, wire } = row;
  const { reportIdPrefix, serviceType, imageFields } =
    manifests.find(({ id }) => id === module) ?? missing(module);
  const id = `018f0000-0000-7000-8000-${String(at + 1).padStart(12, '0')}`;
  const createdAt = new Date(Date.UTC(2026, 2, 1, 10, at));
  const times = { createdAt, deadlineAt: createdAt, finishedAt: createdAt };
  const upload = { requestHash: id, sourceKey: id, sourceBytes: 1, sourceSha256: id, charged: true } as const;
  const patientId = '0042';
  await context.db
    .insert(analyses)
    .values({ id, ...owner, module, serviceType, patientId, state: 'completed', ...upload, ...times });
  const pictures = Object.keys(imageFields).map((role) => [role, key]);
  const report = {
    id: `${reportIdPrefix}-${id}`,
    analysisId: id,
    ...owner,
    ...{ module, wire, patientId, createdAt, updatedAt: createdAt, scores: {}, candidates: [] },
    images: { original: key, labels: key, ...Object.fromEntries(pictures) },
    study: { ...study, ...row.study, width, height },
  };
  await insertReport(context.db, report, context.config.keys);
  return report.id;
}

function missing(module: string): never {
  throw new Error(`no module ${module}`);
}
