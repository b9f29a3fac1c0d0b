import {
  instancesReply,
  pacsReply,
  type pacsStudy,
  seriesParams,
  seriesReply,
  studiesQuery,
  studiesReply,
  studyParams,
} from '@second-read/contract/pacs';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type App, callerOf, clientOf } from '../../calls/caller.ts';
import type { AppContext } from '../../context.ts';
import type { Found, Pacs, PacsInstance, PacsSeries, PacsStudy } from '../../platform/pacs/pacs.ts';
import { recordAudit } from '../audit/index.ts';
import { asProblem, mayUsePacs, requirePacs } from './require-pacs.ts';

const tags = ['pacs'];

/** GET /api/pacs/: whether there is an archive for the caller. */
export function describePacs(app: App, context: AppContext): void {
  app.get('/api/pacs/', { schema: { tags, response: { 200: pacsReply } } }, async (request) => ({
    is_available: await mayUsePacs(callerOf(request), context),
    push: context.config.pacs?.push ?? ('manual' as const),
  }));
}

/** GET /api/pacs/studies/: by patient ID, accession number, date. */
export function searchStudies(app: App, context: AppContext): void {
  const summary = 'Studies of the archive: give at least one of the parameters';
  const schema = { tags, summary, querystring: studiesQuery, response: { 200: studiesReply } };
  app.get('/api/pacs/studies/', { schema }, (request) => {
    const { patient_id, accession_number, date_from, date_to } = request.query;
    const search = {
      patientId: patient_id,
      accessionNumber: accession_number,
      dateFrom: date_from.replaceAll('-', ''),
      dateTo: date_to.replaceAll('-', ''),
    };
    const by = Object.entries(request.query).flatMap(([name, value]) => (value === '' ? [] : [name]));
    return answer(request, context, { by }, async (pacs) => {
      const { items, isCut } = await pacs.searchStudies(search);
      return { found: items.length, reply: { studies: items.map(presentStudy), is_cut: isCut } };
    });
  });
}

/** GET /api/pacs/studies/{study}/series/: the series that have pictures. */
export function listSeries(app: App, context: AppContext): void {
  const schema = { tags, params: studyParams, response: { 200: seriesReply } };
  app.get('/api/pacs/studies/:study/series/', { schema }, (request) => {
    const { study } = request.params;
    return answer(request, context, { study }, async (pacs) => {
      const all = await pacs.listSeries(study);
      const pictures = all.items.filter(({ modality }) => !withoutPictures.has(modality));
      const series = pictures.toSorted(byNumber).map(presentSeries);
      const reply = { series, others: all.items.length - pictures.length, is_cut: all.isCut };
      return { found: series.length, reply };
    });
  });
}

/** GET /api/pacs/studies/{study}/series/{series}/instances/: in the order of their numbers. */
export function listInstances(app: App, context: AppContext): void {
  const schema = { tags, params: seriesParams, response: { 200: instancesReply } };
  app.get('/api/pacs/studies/:study/series/:series/instances/', { schema }, (request) => {
    const { study, series } = request.params;
    return answer(request, context, { study, series }, async (pacs) => {
      const { items, isCut }: Found<PacsInstance> = await pacs.listInstances({
        studyUid: study,
        seriesUid: series,
      });
      const instances = items.toSorted(byNumber).map(presentInstance);
      return { found: instances.length, reply: { instances, is_cut: isCut } };
    });
  });
}

/** Objects about pictures, and documents (PS3.3 C.7.3.1.1.1). */
const withoutPictures = new Set([
  ...['SR', 'SEG', 'PR', 'KO', 'DOC', 'REG', 'FID', 'PLAN', 'AU', 'ECG', 'HD', 'EPS', 'SMR', 'OSS'],
  ...['RTSTRUCT', 'RTPLAN', 'RTRECORD', 'RTDOSE', 'STAIN', 'TEXTUREMAP', 'VA', 'OAM', 'KER', 'AR'],
]);

/** Searches, and records who searched by which fields, never their values. */
async function answer<T>(
  request: FastifyRequest,
  context: AppContext,
  details: Readonly<Record<string, unknown>>,
  ask: (pacs: Pacs) => Promise<{ found: number; reply: T }>,
): Promise<T> {
  const { pacs, caller } = await requirePacs(request, context);
  const event = { action: 'pacs.searched', by: caller, from: clientOf(request) } as const;
  try {
    const { found, reply } = await ask(pacs);
    await recordAudit(context.db, { ...event, details: { ...details, found } }, context);
    return reply;
  } catch (error) {
    await recordAudit(context.db, { ...event, outcome: 'failure', details }, context);
    throw asProblem(error);
  }
}

function byNumber(a: { number: number | null }, b: { number: number | null }): number {
  return (a.number ?? Number.MAX_SAFE_INTEGER) - (b.number ?? Number.MAX_SAFE_INTEGER);
}

function presentStudy(study: PacsStudy): z.input<typeof pacsStudy> {
  return {
    study_uid: study.studyUid,
    patient_id: study.patientId,
    patient_name: nameInWords(study.patientName),
    patient_birth_date: withDashes(study.patientBirthDate),
    study_date: withDashes(study.studyDate),
    accession_number: study.accessionNumber,
    description: study.description,
    modalities: [...study.modalities],
    instances: study.instances,
  };
}

function presentSeries(series: PacsSeries) {
  const { seriesUid: series_uid, bodyPart: body_part, modality, number, description, instances } = series;
  return { series_uid, modality, number, description, body_part, instances };
}

function presentInstance({ sopInstanceUid: instance_uid, number, frames, rows, columns }: PacsInstance) {
  return { instance_uid, number, frames, rows, columns };
}

/** `Doe^Jane^^Dr` → `Doe, Jane Dr` (PS3.5 6.2.1), the first spelling. */
function nameInWords(name: string): string {
  const [family = '', ...others] = (name.split('=').find((spelling) => spelling !== '') ?? '').split('^');
  return [family, others.filter((part) => part !== '').join(' ')].filter((part) => part !== '').join(', ');
}

function withDashes(date: string): string {
  return date.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
}
