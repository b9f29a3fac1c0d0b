import { createHash, randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { writeSealed } from '../spool/sealed-file.ts';
import { spoolKey } from '../spool/spool-key.ts';
import {
  asDataSet,
  countOf,
  type DicomJson,
  dateOf,
  isUid,
  parseDataSet,
  parseMatches,
  textOf,
  textsOf,
  timeOf,
} from './dicom-json.ts';
import { type Answer, callPacs, type DicomWebOptions, requireSuccess, wholeBody } from './dicomweb-call.ts';
import { asRelated, BrokenMultipart, boundaryOf, onlyPart } from './multipart-related.ts';
import {
  type Found,
  type Pacs,
  PacsFailure,
  type PacsInstance,
  type PacsSeries,
  type PacsStudy,
  type StudySearch,
} from './pacs.ts';

const maxStudies = 100;
const maxSeries = 200;
const maxInstances = 2_000;
const jsonBytes = 8 * 1024 * 1024;

/** An archive over DICOMweb: QIDO-RS, WADO-RS and STOW-RS (PS3.18). */
export function openDicomWeb(options: DicomWebOptions): Pacs {
  const search = (path: readonly string[], query: URLSearchParams, signal: AbortSignal | undefined) =>
    callPacs(
      { method: 'GET', path, query, accept: 'application/dicom+json', signal },
      options,
      async (answer): Promise<DicomJson[]> => {
        requireSuccess(answer);
        const body = await wholeBody(answer, jsonBytes);
        return body.length === 0 ? [] : parseMatches(body);
      },
    );

  const searchStudies = async (query: URLSearchParams, max: number, signal: AbortSignal | undefined) => {
    query.set('limit', String(max + 1));
    for (const tag of studyFields) query.append('includefield', tag);
    return found(await search(['studies'], query, signal), max, studyOf);
  };

  return {
    searchStudies: (by, signal) => searchStudies(studyQuery(by), maxStudies, signal),
    findStudy: async (studyUid, signal) => {
      const query = new URLSearchParams({ StudyInstanceUID: requireUid(studyUid) });
      const { items } = await searchStudies(query, 1, signal);
      return items.find((study) => study.studyUid === studyUid);
    },
    listSeries: async (studyUid, signal) => {
      const query = new URLSearchParams({ limit: String(maxSeries + 1) });
      for (const tag of seriesFields) query.append('includefield', tag);
      const matches = await search(['studies', requireUid(studyUid), 'series'], query, signal);
      return found(matches, maxSeries, seriesOf);
    },
    listInstances: async ({ studyUid, seriesUid }, signal) => {
      const query = new URLSearchParams({ limit: String(maxInstances + 1) });
      for (const tag of instanceFields) query.append('includefield', tag);
      const path = ['studies', requireUid(studyUid), 'series', requireUid(seriesUid), 'instances'];
      return found(await search(path, query, signal), maxInstances, instanceOf);
    },
    fetchInstance: ({ studyUid, seriesUid, sopInstanceUid }, to, signal) => {
      const path = ['studies', studyUid, 'series', seriesUid, 'instances', sopInstanceUid];
      for (const uid of [studyUid, seriesUid, sopInstanceUid]) requireUid(uid);
      // As stored: every syntax is supported here, so that nothing is transcoded.
      const accept = 'multipart/related; type="application/dicom"; transfer-syntax=*';
      return callPacs({ method: 'GET', path, accept, signal }, options, (answer) => keep(answer, to));
    },
    store: ({ sopInstanceUid, content }, signal) => {
      const boundary = `second-read-${randomBytes(18).toString('hex')}`;
      const type = `multipart/related; type="application/dicom"; boundary=${boundary}`;
      const body = { type, content: asRelated(content, boundary) };
      const call = {
        method: 'POST',
        path: ['studies'],
        accept: 'application/dicom+json',
        body,
        signal,
      } as const;
      return callPacs(call, options, (answer) => requireStored(answer, sopInstanceUid));
    },
  };
}

const studyFields = ['00081030', '00080061', '00201208', '00100030', '00100040', '00080090'];
const seriesFields = ['0008103E', '00180015', '00201209'];
const instanceFields = ['00280008', '00280010', '00280011'];

/** The archive's wildcards (`*`, `?`) are passed on. */
function studyQuery({ patientId, accessionNumber, dateFrom, dateTo }: StudySearch): URLSearchParams {
  const query = new URLSearchParams();
  if (patientId) query.set('PatientID', patientId);
  if (accessionNumber) query.set('AccessionNumber', accessionNumber);
  if (dateFrom || dateTo) query.set('StudyDate', dateFrom === dateTo ? dateFrom : `${dateFrom}-${dateTo}`);
  return query;
}

/** Entries without a valid UID are left out. */
function found<T>(
  matches: readonly DicomJson[],
  max: number,
  read: (match: DicomJson) => T | undefined,
): Found<T> {
  const items = matches
    .slice(0, max)
    .map(read)
    .filter((item) => item !== undefined);
  return { items, isCut: matches.length > max };
}

function studyOf(match: DicomJson): PacsStudy | undefined {
  const studyUid = textOf(match, '0020000D');
  if (!isUid(studyUid)) return undefined;
  return {
    studyUid,
    patientId: textOf(match, '00100020'),
    patientName: textOf(match, '00100010'),
    patientBirthDate: dateOf(match, '00100030'),
    patientSex: textOf(match, '00100040', 16),
    studyDate: dateOf(match, '00080020'),
    studyTime: timeOf(match, '00080030'),
    accessionNumber: textOf(match, '00080050', 16),
    referringPhysician: textOf(match, '00080090'),
    studyId: textOf(match, '00200010', 16),
    description: textOf(match, '00081030'),
    modalities: textsOf(match, '00080061', 16),
    instances: countOf(match, '00201208'),
  };
}

function seriesOf(match: DicomJson): PacsSeries | undefined {
  const seriesUid = textOf(match, '0020000E');
  if (!isUid(seriesUid)) return undefined;
  return {
    seriesUid,
    modality: textOf(match, '00080060', 16),
    number: countOf(match, '00200011'),
    description: textOf(match, '0008103E'),
    bodyPart: textOf(match, '00180015', 16),
    instances: countOf(match, '00201209'),
  };
}

function instanceOf(match: DicomJson): PacsInstance | undefined {
  const sopInstanceUid = textOf(match, '00080018');
  if (!isUid(sopInstanceUid)) return undefined;
  return {
    sopInstanceUid,
    sopClassUid: textOf(match, '00080016'),
    number: countOf(match, '00200013'),
    frames: countOf(match, '00280008') ?? 1,
    rows: countOf(match, '00280010'),
    columns: countOf(match, '00280011'),
  };
}

function requireUid(uid: string): string {
  if (!isUid(uid)) throw new PacsFailure('not_found', 'no UID');
  return uid;
}

/** Streams the single instance of a response to disk, encrypted. Removes what was written on failure. */
async function keep(answer: Answer, { path, maxBytes }: { path: string; maxBytes: number }) {
  requireSuccess(answer);
  const hash = createHash('sha256');
  let bytes = 0;
  const measured = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      if (bytes > maxBytes) throw new PacsFailure('too_large', 'the instance is too large');
      yield chunk;
    }
  };
  try {
    await writeSealed(path, measured(contentOf(answer)), spoolKey());
    if (bytes === 0) throw new PacsFailure('invalid_answer', 'an empty instance');
  } catch (error) {
    await rm(path, { force: true });
    throw error instanceof BrokenMultipart ? new PacsFailure('invalid_answer', error.message) : error;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Some archives answer with the bare instance. */
function contentOf({ body, contentType }: Answer): AsyncIterable<Uint8Array> {
  if (/^application\/dicom\s*(;|$)/i.test(contentType)) return body;
  const boundary = /^multipart\/related\s*;/i.test(contentType) ? boundaryOf(contentType) : undefined;
  if (boundary === undefined) throw new PacsFailure('invalid_answer', 'no instance');
  return onlyPart(body, boundary);
}

/** A success counts only if it names the instance (PS3.18 10.5.3.2). */
async function requireStored(answer: Answer, sopInstanceUid: string): Promise<void> {
  // Single instances are refused with 409 or 202 and their reasons.
  if (answer.status !== 409) requireSuccess(answer);
  const body = await wholeBody(answer, jsonBytes);
  const outcome = body.length === 0 ? {} : parseDataSet(body);
  if (itemsOf(outcome, '00081199').some((item) => textOf(item, '00081155') === sopInstanceUid)) return;
  const [failed] = itemsOf(outcome, '00081198');
  if (!failed && answer.status !== 409) throw new PacsFailure('invalid_answer', 'not said to be stored');
  throw new PacsFailure('refused', `reason ${(failed && countOf(failed, '00081197')) ?? 'unknown'}`);
}

function itemsOf(outcome: DicomJson, tag: string): DicomJson[] {
  return (outcome[tag]?.Value ?? []).map(asDataSet).filter((item) => item !== undefined);
}
