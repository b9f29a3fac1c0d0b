// @vitest-environment node
import type { ReportDocument } from '@second-read/core/report/document';
import { describe, expect, it } from 'vitest';
import { drawReport, type PdfSource } from '../draw/draw-report.ts';
import { printed } from '../draw/printed.test-support.ts';
import {
  brainDocument,
  breastDocument,
  cervixDocument,
  cervixPicture,
  header,
  lungDocument,
  readFonts,
} from '../pdf-samples.test-support.ts';
import { heard, untagged } from './tagged.test-support.ts';

const pictures = { original: cervixPicture, segmented: cervixPicture, overlay: cervixPicture };

async function draw(document: ReportDocument, more: Partial<PdfSource> = {}) {
  return drawReport({ document, pictures, fonts: await readFonts(document), ...more });
}

const documents = { breastDocument, brainDocument, lungDocument, cervixDocument };
const letterhead = { name: 'Radiology', address: ['1 Main Street'], logo: cervixPicture };

describe('a report to who listens to it', () => {
  it.each(Object.entries(documents))(
    '%s has nothing drawn outside of a tag or artifact',
    async (_, document) => {
      const pdf = await draw(document, {
        letterhead,
        plainWords: ['Please talk about it with your doctor.'],
      });
      expect(untagged(pdf)).toEqual([]);
    },
  );

  it('has one title, then its sections as headings below it', async () => {
    const tags = await heard(await draw(breastDocument, { plainWords: ['Talk about it.'] }));
    expect(tags.filter(({ role }) => role === 'H1').map(({ text }) => text)).toEqual([breastDocument.title]);
    expect(tags.filter(({ role }) => role === 'H2').map(({ text }) => text)).toEqual([
      'Impression',
      'Findings',
      'Assessment',
      'Signature',
      'In plain words, for the patient',
    ]);
  });

  it('says what each picture shows', async () => {
    const places = [{ number: 1, x: 25, y: 50 }];
    const findings = breastDocument.findings.map((finding) =>
      finding.type === 'mass' ? { ...finding, places } : finding,
    );
    const document = { ...breastDocument, findings, header: { ...header, widthMm: 300 } };
    const figures = (await heard(await draw(document, { letterhead }))).filter(
      ({ role }) => role === 'Figure',
    );
    expect(figures.map(({ alt }) => alt)).toEqual([
      'Logo: Radiology',
      'Original Image; scale bar of 10 cm',
      'Segmented Image; shows: Mass, Calcification, Breast Tissue; numbered 1 as in the list; scale bar of 10 cm',
    ]);
  });

  it('says that a picture could not be loaded', async () => {
    const tags = await heard(await draw(breastDocument, { pictures: {} }));
    expect(tags.filter(({ role }) => role === 'Figure').map(({ alt }) => alt)).toEqual([
      '[Failed to load original image]',
      '[Failed to load segmented image]',
    ]);
  });

  it('reads findings and observations as rows with a heading cell each', async () => {
    const cells = (await heard(await draw(brainDocument))).filter(({ role }) => /^T[HD]$/.test(role));
    expect(cells.map(({ role, text }) => `${role} ${text}`)).toEqual([
      'TH Finding',
      'TH Observation',
      'TH Sulcation',
      'TD Normal',
      'TH Hypodense areas',
      'TD Not specified',
      'TH Midline shift',
      'TD 6.2 mm to the left',
    ]);
    const findings = (await heard(await draw(breastDocument))).map(({ role, text }) => `${role} ${text}`);
    expect(findings.slice(findings.indexOf('TH Mass'))).toContain('TD 87.4 % confidence');
    expect(findings.indexOf('TD Spiculated')).toBe(findings.indexOf('TH Definition') + 1);
  });

  it('is told notice and disclaimer once, at the end, and no page numbers', async () => {
    const comments = Array.from({ length: 120 }, (_, index) => `Comment ${index}.`);
    const long = { ...breastDocument, assessment: { heading: 'Assessment', comments, trace: [] } };
    const texts = (await heard(await draw(long))).map(({ text }) => text);
    expect(texts.slice(-2)).toEqual([long.disclaimer, long.notice]);
    expect(texts.filter((text) => text === long.notice)).toHaveLength(1);
    expect(texts.filter((text) => text.startsWith('Page '))).toEqual([]);
    expect(texts.filter((text) => text.startsWith('Comment '))).toEqual(comments);
  });

  it('hears a wrapped sentence as one paragraph, its words apart, also overleaf', async () => {
    const sentence = Array.from({ length: 1500 }, (_, at) => `word${at}`).join(' ');
    const document = {
      ...breastDocument,
      assessment: { heading: 'Assessment', comments: [sentence], trace: [] },
    };
    const pdf = await draw(document);
    const spoken = (await heard(pdf)).filter(({ text }) => text.includes('word1'));
    expect(spoken.map(({ text }) => text).join(' ')).toBe(sentence);
    expect(spoken.length).toBeGreaterThan(1);
    const lines = printed(pdf).texts.filter(({ text }) => /^word\d/.test(text));
    expect(lines.slice(0, -1).every(({ text }) => text.endsWith(' '))).toBe(true);
  });

  it('hears the letters of shaped Arabic', async () => {
    const assessment = { heading: 'Assessment', comments: ['لا بيت'], trace: [] };
    const file = (await draw({ ...breastDocument, assessment })).output();
    const hex = [...'لا بيت'].map((letter) => letter.charCodeAt(0).toString(16).padStart(4, '0')).join('');
    expect(file).toContain(`/ActualText <feff${hex}>`);
  });
});

describe('the file', () => {
  it('says title, language, that it is tagged, and to which standard', async () => {
    const file = (await draw(lungDocument)).output();
    expect(file.slice(0, 8)).toBe('%PDF-1.7');
    for (const words of [
      '/Lang (en)',
      '/DisplayDocTitle true',
      '/MarkInfo <</Marked true>>',
      '<pdfuaid:part>1</pdfuaid:part>',
      `<rdf:li xml:lang="x-default">${lungDocument.title}</rdf:li>`,
      '/Tabs /S',
    ])
      expect(file).toContain(words);
  });

  it('writes a title that has marks of XML', async () => {
    expect((await draw({ ...lungDocument, title: 'A & <B>' })).output()).toContain('A &amp; &lt;B&gt;');
  });
});
