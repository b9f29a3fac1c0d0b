import { manifestOf } from '@second-read/analyses/manifests';
import { breastFileName } from '@second-read/contract/paper/pdf-samples.test-support';
import { failedLabel, placeholderPicture } from '@second-read/contract/paper/pictures/picture';
import { shapeArabic } from '@second-read/contract/paper/text/arabic';
import { neededFonts } from '@second-read/contract/paper/text/fonts';
import { visualRuns } from '@second-read/contract/paper/text/text-runs';
// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { downloadFailed, nothingToDownload } from './download/download-words.ts';
import { pdfFileName } from './download/file-name.ts';

const now = new Date('2026-03-01T09:30:12.345Z');

describe('a file name', () => {
  it('carries patient and time', () => {
    expect(pdfFileName(breastFileName, '0042', now)).toBe('medical-report-0042-2026-03-01T09-30-12.pdf');
  });

  it('holds nothing that a file system refuses', () => {
    expect(pdfFileName(breastFileName, 'a/b\\c:d*e?"<f>|\n', now)).toBe(
      'medical-report-a-b-c-d-e-f-2026-03-01T09-30-12.pdf'.replace('f-2026', 'f--2026'),
    );
  });

  it('keeps letters of any script, and reads N-A without a patient', () => {
    expect(pdfFileName(breastFileName, '漢字', now)).toContain('medical-report-漢字-');
    expect(pdfFileName(breastFileName, ' ', now)).toContain('medical-report-N-A-');
  });

  it('does not read a patient ID as a pattern', () => {
    expect(pdfFileName(breastFileName, '$&', now)).toContain('medical-report-$&-');
  });

  it('stays short enough for any file system', () => {
    expect(pdfFileName(breastFileName, 'x'.repeat(500), now).length).toBeLessThanOrEqual(184);
  });
});

describe('Arabic', () => {
  it('joins letters in their forms', () => {
    // beh initial, yeh medial, teh final
    expect(shapeArabic('بيت')).toBe('\ufe91\ufef4\ufe96');
  });

  it('does not join after a letter that joins backwards only', () => {
    // dal, alef and reh stand alone after each other
    expect(shapeArabic('دار')).toBe('\ufea9\ufe8d\ufead');
  });

  it('makes lam and alef one ligature, joined to what stands before', () => {
    expect(shapeArabic('لا')).toBe('\ufefb');
    expect(shapeArabic('بلا')).toBe('\ufe91\ufefc');
  });

  it('joins across vowel marks and leaves other scripts alone', () => {
    expect(shapeArabic('بَت')).toBe('\ufe91\u064e\ufe96');
    expect(shapeArabic('abc 漢字')).toBe('abc 漢字');
  });

  it('stands in visual order beside Latin text, digits unturned', () => {
    const runs = visualRuns('ID بت 42', 'normal', false);
    expect(runs.map(({ text }) => text).join('')).toBe('ID 42 تب');
  });
});

describe('fonts', () => {
  it('loads CJK and Arabic only where a text needs them', () => {
    expect([...neededFonts(['plain é ≥'])]).toEqual(['noto-sans-regular', 'noto-sans-bold']);
    expect([...neededFonts(['漢'])]).toContain('noto-sans-cjk-6');
    expect([...neededFonts(['ﺑ'])]).toContain('noto-sans-arabic-regular');
  });
});

describe('words', () => {
  it('names the picture that failed', () => {
    expect(failedLabel('Original Image')).toBe('[Failed to load original image]');
    expect(failedLabel('CT Image')).toBe('[Failed to load CT image]');
    expect(failedLabel('Segmented')).toBe('[Failed to load segmented image]');
  });

  it('says what cannot be downloaded and what failed, per module', () => {
    expect(nothingToDownload(manifestOf('breast'))).toBe('No report available to download.');
    expect(nothingToDownload(manifestOf('cervix'))).toBe('No image available to download.');
    expect(downloadFailed(manifestOf('brain-ct'))).toBe('Failed to generate Brain CT report.');
    expect(downloadFailed(manifestOf('lung'))).toBe('Failed to generate PDF report. Please try again.');
  });

  it('has a placeholder of one pixel that is a JPEG', () => {
    expect([...placeholderPicture.jpeg.subarray(0, 2)]).toEqual([0xff, 0xd8]);
    expect([placeholderPicture.width, placeholderPicture.height]).toEqual([1, 1]);
  });
});
