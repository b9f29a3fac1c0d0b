import { manifest as brain } from '@second-read/analyses/brain-ct/manifest';
import { manifest as breast } from '@second-read/analyses/breast/manifest';
import { manifest as cervix } from '@second-read/analyses/cervix/manifest';
import type { ModuleManifest } from '@second-read/core/analysis/manifest';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../api/calls/errors.ts';
import { trialLimitText } from '../AnalysisModals.tsx';
import { ClientError } from './client-error.ts';
import { alertText } from './flow.ts';
import { readResult as read } from './read-result.ts';
import { problemOf } from './use-analysis.ts';

const readResult = (manifest: ModuleManifest, reply: unknown) => read(manifest, reply, '0042');
const facts = {
  id: 'breast-1',
  module: 'breast',
  patient_id: '0042',
  created_at: '2026-03-01T09:30:12.000Z',
  updated_at: '2026-03-01T09:30:12.000Z',
  analyzed_by: { full_name: 'Demo Reader', username: 'demo' },
  study: { width: 10, height: 10, format: 'png', bits_stored: 8, spacing_mm: null },
  patient_known: false,
};
const complete = {
  ...facts,
  original_image_url: '/media/a',
  segmented_image_url: '/media/b',
  report_text: ['birads_cat:1'],
};

describe('the reply of an analysis', () => {
  it('is taken when it is complete', () => {
    expect(readResult(breast, complete)).toMatchObject({ id: 'breast-1', original_image_url: '/media/a' });
  });

  it('is taken with the specified fields alone, as a report that is not stored', () => {
    const { original_image_url, segmented_image_url, report_text } = complete;
    const specified = { original_image_url, segmented_image_url, report_text };
    expect(readResult(breast, specified)).toMatchObject({
      ...specified,
      ...{ id: '', module: 'breast', patient_id: '0042', analyzed_by: null },
    });
    const cervixReply = { original_image_url: '/a', predicted_mask_url: '/b', overlayed_image_url: '/c' };
    expect(readResult(cervix, cervixReply)).toMatchObject(cervixReply);
  });

  it.each([
    ['report_text', 'report_text'],
    ['segmented_image_url', 'segmented_image_url'],
    ['original_image_url', 'original_image_url'],
  ])('is rejected without %s', (field, named) => {
    expect(() => readResult(breast, { ...complete, [field]: undefined })).toThrow(
      `Invalid response from server: missing ${named}`,
    );
  });

  it('names all that is missing', () => {
    const reply = { ...complete, segmented_image_url: null, report_text: undefined };
    expect(() => readResult(breast, reply)).toThrow(
      'Invalid response from server: missing segmented_image_url, report_text',
    );
  });

  it.each([['text'], [null], [[]], [{}]])('is rejected when it is no object with images: %j', (reply) => {
    expect(() => readResult(breast, reply)).toThrow('Invalid response from server: missing image data');
  });

  it('needs all three pictures for cervix', () => {
    const reply = { ...facts, original_image_url: '/a', predicted_mask_url: '/b' };
    expect(() => readResult(cervix, reply)).toThrow(
      'Invalid response from server: missing overlayed_image_url',
    );
  });

  it('is rejected when its facts are malformed', () => {
    expect(() => readResult(breast, { ...complete, id: 7 })).toThrow('Invalid response format from server');
  });

  it('is the picture alone where the result is hidden until its reader gives an opinion', () => {
    const original = breast.imageFields.original ?? '';
    const hidden = { [original]: '/media/original', read_first: true };
    expect(readResult(breast, hidden)).toMatchObject(hidden);
    expect(() => readResult(breast, { read_first: true })).toThrow('missing');
  });

  it('carries a brain error on', () => {
    const error = 'No trials remaining for Brain CT Classification';
    expect(() => readResult(brain, { error })).toThrow(error);
  });
});

describe('what the screen makes of a failure', () => {
  it('opens the trial modal by the code of the server, for every module', () => {
    const message = 'No trials remaining for Breast Segmentation';
    const error = new ApiError({ code: 'no_trials_remaining', message, status: 403 });
    expect(problemOf(error)).toEqual({ kind: 'limit', message });
  });

  it('opens it too by the words of a brain response', () => {
    expect(problemOf(new ClientError('No trials remaining for Brain CT Classification')).kind).toBe('limit');
  });

  it('keeps the message of any other failure', () => {
    const error = new ApiError({ code: 'analysis_failed', message: 'The analysis failed.', status: 500 });
    expect(problemOf(error)).toEqual({ kind: 'process', message: 'The analysis failed.' });
  });

  it('tells a refused picture from a failure: trying again would not help', () => {
    const error = new ApiError({ code: 'image_refused', message: 'This is not a mammogram.', status: 422 });
    expect(problemOf(error)).toEqual({ kind: 'refused', message: 'This is not a mammogram.' });
    expect(alertText(problemOf(error))).toBe('The image was not analyzed. This is not a mammogram.');
  });

  it('logs a bug and does not show its words', () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {});
    expect(problemOf(new TypeError('x is undefined')).message).not.toContain('undefined');
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });

  it('words the modal after the module', () => {
    expect(trialLimitText(brain)).toBe(
      'You have no trials remaining for Brain CT Classification. Please contact support to upgrade your plan or request more trials.',
    );
    expect(trialLimitText(cervix)).toContain('for Cervix Segmentation.');
  });
});
