// @vitest-environment node
import type { ReportDocument } from '@second-read/core/report/document';
import { hostileTexts } from '@second-read/core/report/hostile-texts.test-support';
import { describe, expect, it } from 'vitest';
import {
  brainDocument,
  breastDocument,
  cervixDocument,
  cervixPicture,
  header,
  lungDocument,
  readFonts,
} from '../pdf-samples.test-support.ts';
import type { TextPainter } from '../text/text-painter.ts';
import type { PdfPictures } from './draw-images.ts';
import { drawReport } from './draw-report.ts';
import { printed } from './printed.test-support.ts';

const allPictures = { original: cervixPicture, segmented: cervixPicture, overlay: cervixPicture };

async function print(document: ReportDocument, pictures: PdfPictures = allPictures) {
  return printed(drawReport({ document, pictures, fonts: await readFonts(document) }));
}

const documents = { breastDocument, brainDocument, lungDocument, cervixDocument };

describe('every printed report', () => {
  it.each(Object.entries(documents))(
    '%s carries title, patient, disclaimer and notice',
    async (_, document) => {
      const texts = (await print(document)).texts.map(({ text }) => text);
      expect(texts).toContain(document.title);
      expect(texts).toContain('Patient ID: 0042');
      expect(texts).toContain(document.disclaimer);
      expect(texts).toContain('Research use only. Not for primary diagnosis.');
    },
  );

  it('is drawn on A4 within margins of 15', async () => {
    const pdf = drawReport({
      document: breastDocument,
      pictures: allPictures,
      fonts: await readFonts(breastDocument),
    });
    const { pageSize } = pdf.internal;
    expect([Math.round(pageSize.getWidth()), Math.round(pageSize.getHeight())]).toEqual([210, 297]);
    const { texts, boxes } = printed(pdf);
    expect(Math.min(...texts.map(({ x }) => x))).toBeGreaterThanOrEqual(15 - 0.01);
    const ground = boxes.find(({ colour }) => colour === '255,243,224');
    expect([ground?.x, ground?.width].map((value) => Math.round(value ?? 0))).toEqual([15, 180]);
  });

  it('numbers the masses of its list in the segmented image, where they lie', async () => {
    const places = [
      { number: 1, x: 25, y: 50 },
      { number: 2, x: 75, y: 50 },
    ];
    const findings = breastDocument.findings.map((finding) =>
      finding.type === 'mass' ? { ...finding, places } : finding,
    );
    const { texts, boxes } = await print({ ...breastDocument, findings });
    const numbers = texts.filter(({ text }) => text === '1' || text === '2');
    const image = boxes.filter(({ paint }) => paint === 'image')[1];
    if (!image) throw new Error('no segmented image');
    expect(numbers.map(({ text }) => text)).toEqual(['1', '2']);
    for (const [at, { x, y }] of numbers.entries()) {
      expect(Math.abs(x - image.x - image.width * (at === 0 ? 0.25 : 0.75))).toBeLessThan(1);
      expect(Math.abs(y - image.y - image.height / 2)).toBeLessThan(1.5);
    }
  });

  it('repeats notice and page number on each page of a long report', async () => {
    const comments = Array.from({ length: 200 }, (_, index) => `Comment ${index}`);
    const long = { ...breastDocument, assessment: { heading: 'Assessment', comments, trace: [] } };
    const { texts } = await print(long);
    const lastPage = Math.max(...texts.map(({ page }) => page));
    expect(lastPage).toBeGreaterThan(2);
    for (let page = 1; page <= lastPage; page += 1) {
      const onPage = texts.filter((entry) => entry.page === page).map(({ text }) => text);
      expect(onPage).toContain('Research use only. Not for primary diagnosis.');
      expect(onPage).toContain(`Page ${page} of ${lastPage}`);
    }
    for (const comment of comments) expect(texts.some(({ text }) => text === comment)).toBe(true);
    const content = texts.filter(({ size }) => size !== 7);
    expect(Math.max(...content.map(({ y }) => y))).toBeLessThan(297 - 17);
  });

  it('begins its assessment where much of the page would stay empty, three lines at least on each', async () => {
    for (let count = 1; count <= 60; count += 4) {
      const comments = Array.from({ length: count }, (_, index) => `Comment ${index}`);
      const assessment = { heading: 'Assessment', comments, trace: [] };
      const { texts } = await print({ ...breastDocument, assessment });
      const content = texts.filter(({ page, size }) => page === 1 && size !== 7);
      const last = Math.max(...content.map(({ y }) => y));
      if (Math.max(...texts.map(({ page }) => page)) > 1) expect(last).toBeGreaterThan(297 - 20 - 70);
      for (const page of [1, 2]) {
        const here = texts.filter((entry) => entry.page === page && /^Comment/.test(entry.text)).length;
        if (here > 0 && count >= 6) expect(here).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it('has the measurements of the reader as a table, below its findings, where there are any', async () => {
    const measured = [['Slice 12 (image 45), length', '23.4 mm']] as const;
    const { texts } = await print({ ...brainDocument, measured });
    const of = (text: string) => texts.find((each) => each.text === text)?.y ?? 0;
    const [head, row] = [of('Measurements of the reader'), of('Slice 12 (image 45), length')];
    expect(row).toBeGreaterThan(head);
    expect(of('23.4 mm')).toBe(row);
    expect(head).toBeGreaterThan(of(brainDocument.table?.rows.at(-1)?.[0] ?? ''));
    const without = (await print(brainDocument)).texts.map(({ text }) => text);
    expect(without).not.toContain('Measurements of the reader');
  });

  it('shows N/A where patient and reader are absent', async () => {
    const anonymous = { ...breastDocument, header: { ...header, patientId: null, analysedBy: null } };
    const texts = (await print(anonymous)).texts.map(({ text }) => text);
    expect(texts).toContain('Patient ID: N/A');
    expect(texts).toContain('Analyzed by: N/A');
  });
});

describe('the breast report', () => {
  it('opens with a blue band 20 high, the title at size 14 and the patient line at size 10', async () => {
    const { texts, boxes } = await print(breastDocument);
    const [band] = boxes;
    expect(band).toMatchObject({ x: 0, colour: '33,150,243', paint: 'fill' });
    expect(band?.y).toBeCloseTo(0, 3);
    expect(band?.height).toBeCloseTo(20, 3);
    expect(texts[0]).toMatchObject({
      text: 'Medical Image Analysis Report',
      size: 14,
      colour: '255,255,255',
    });
    expect(texts[0]?.x).toBeCloseTo(15, 3);
    expect(texts[1]).toMatchObject({ text: 'Patient ID: 0042', size: 10 });
  });

  it('frames two squares of a third of the content width, 8 apart, with 2 of padding', async () => {
    const frames = (await print(breastDocument)).boxes.filter(({ paint }) => paint === 'stroke');
    expect(frames).toHaveLength(2);
    for (const frame of frames) {
      expect(frame.width).toBeCloseTo(60 + 2 * 2, 2);
      expect(frame.height).toBeCloseTo(60 + 2 * 2, 2);
    }
    expect((frames[1]?.x ?? 0) - (frames[0]?.x ?? 0)).toBeCloseTo(60 + 8, 2);
  });

  it('prints headings at 12, findings at 8, and a confidence in green with one decimal', async () => {
    const { texts } = await print(breastDocument);
    expect(texts.find(({ text }) => text === 'Findings')?.size).toBe(12);
    expect(texts.find(({ text }) => text === 'Mass')?.size).toBe(8);
    expect(texts.find(({ text }) => text === '87.4 %')).toMatchObject({ size: 8, colour: '46,204,113' });
    expect(texts.find(({ text }) => text === 'Not Detected')).toMatchObject({ colour: '128,128,128' });
    expect(texts.filter(({ text }) => text === '(fixed display value)').length).toBeGreaterThan(0);
  });

  it('prints Not assessed where nothing was looked for', async () => {
    const note = 'Not assessed: this view shows no axillary field.';
    const findings = breastDocument.findings.map((finding) => ({
      ...{ ...finding, found: false, isAssessed: false as const, note },
    }));
    const texts = (await print({ ...breastDocument, findings })).texts.map(({ text }) => text);
    expect(texts).toContain('Not assessed');
    expect(texts).toContain(note);
    expect(texts).not.toContain('Not Detected');
  });

  it('steps 6 from a finding to its details and 5 from detail to detail', async () => {
    const { texts } = await print(breastDocument);
    const y = (label: string) => texts.find(({ text }) => text === label)?.y ?? Number.NaN;
    expect(y('Definition') - y('Mass')).toBeCloseTo(6, 2);
    expect(y('Shape') - y('Density')).toBeCloseTo(5, 2);
  });

  it('sets the assessment on light orange with its category', async () => {
    const { texts, boxes } = await print(breastDocument);
    expect(boxes.some(({ paint, colour }) => paint === 'fill' && colour === '255,243,224')).toBe(true);
    expect(texts.some(({ text }) => text.startsWith('BI-RADS 4: '))).toBe(true);
  });

  it('prints a category of 0 in words only', async () => {
    const category = {
      label: 'BI-RADS 0',
      value: 0,
      words: 'Incomplete',
      management: 'Recall',
      severity: 'attention',
    } as const;
    const document = {
      ...breastDocument,
      assessment: { ...breastDocument.assessment, heading: 'Assessment', comments: [], trace: [], category },
    };
    const all = (await print(document)).texts.map(({ text }) => text).join('\n');
    expect(all).not.toContain('BI-RADS 0');
    expect(all).toContain('Incomplete');
  });

  it('gives a finding without a colour of its own the grey #666666', async () => {
    const findings = breastDocument.findings.map((finding) => ({ ...finding, colour: '' }));
    const { boxes } = await print({ ...breastDocument, findings });
    expect(boxes.filter(({ paint, colour }) => paint === 'fill' && colour === '102,102,102')).toHaveLength(
      findings.length,
    );
  });
});

describe('pictures that cannot be had', () => {
  it('leaves a red line and goes on', async () => {
    const { texts } = await print(breastDocument, { original: cervixPicture });
    const failed = texts.filter(({ text }) => text.startsWith('[Failed'));
    expect(failed).toMatchObject([{ text: '[Failed to load segmented image]', colour: '220,38,38' }]);
    expect(texts.some(({ text }) => text === 'Findings')).toBe(true);
  });

  it('draws a 1x1 placeholder for each picture that cannot be loaded at all', async () => {
    const { texts, boxes } = await print(breastDocument, {});
    expect(texts.filter(({ text }) => text === '[Failed to load original image]')).toHaveLength(1);
    expect(boxes.filter(({ paint }) => paint === 'image')).toHaveLength(2);
  });

  it('keeps the proportions of a picture inside its square', async () => {
    const image = (await print(breastDocument)).boxes.find(({ paint }) => paint === 'image');
    expect((image?.width ?? 0) / (image?.height ?? 1)).toBeCloseTo(
      cervixPicture.width / cervixPicture.height,
      3,
    );
  });
});

describe('the brain report', () => {
  it('tables Finding and Observation, and reads missing values as Not specified', async () => {
    const { texts } = await print(brainDocument);
    const words = texts.map(({ text }) => text);
    expect(words).toEqual(expect.arrayContaining(['Finding', 'Observation', 'Sulcation', 'Hypodense areas']));
    const row = texts.find(({ text }) => text === 'Hypodense areas');
    const cell = texts.find(({ text }) => text === 'Not specified');
    expect(cell?.y).toBeCloseTo(row?.y ?? 0, 1);
  });

  it('has a Diagnosis section above the table', async () => {
    const { texts } = await print(brainDocument);
    const heading = texts.find(({ text }) => text === 'Diagnosis');
    expect(heading?.size).toBe(12);
    expect(heading?.y).toBeLessThan(texts.find(({ text }) => text === 'Midline shift')?.y ?? 0);
    expect(texts.some(({ text }) => text === 'Extra-axial hemorrhage suspected.')).toBe(true);
  });
});

describe('the cervix report', () => {
  it('sets original, segmented and overlay in one row inside the margins', async () => {
    const frames = (await print(cervixDocument)).boxes.filter(({ paint }) => paint === 'stroke');
    const images = (await print(cervixDocument)).texts.filter(({ text }) => text.endsWith(' Image'));
    expect(images.map(({ text }) => text)).toEqual(['Original Image', 'Segmented Image', 'Overlay Image']);
    expect(frames).toHaveLength(3);
    expect(new Set(frames.map(({ y }) => y.toFixed(3))).size).toBe(1);
    expect(frames[0]?.x).toBeGreaterThanOrEqual(15 - 0.01);
    expect((frames[2]?.x ?? 0) + (frames[2]?.width ?? 0)).toBeLessThanOrEqual(195.01);
  });
});

describe('scripts', () => {
  it('prints accents, symbols, CJK and Arabic without a replacement mark', async () => {
    const patientId = 'É-42 ≥Ω 漢字 العربية';
    const { texts } = await print({ ...breastDocument, header: { ...header, patientId } });
    const line = texts.filter(({ size, page }) => size === 10 && page === 1).slice(0, -1);
    const joined = line.map(({ text }) => text).join('');
    expect(joined).toContain('É-42 ≥Ω 漢字');
    expect(joined).not.toContain('\ufffd');
  });

  it('sets an Arabic comment joined, from right to left, at the right edge', async () => {
    const assessment = { heading: 'Assessment', comments: ['العربية'], trace: [] };
    const { texts } = await print({ ...breastDocument, assessment });
    // Visual order: the logical word reversed, in its joined forms, with alef-lam kept as two letters.
    const word = texts
      .filter(({ text }) => /[\ufe70-\ufeff]/.test(text))
      .map(({ text }) => text)
      .join('');
    expect(word.normalize('NFKC')).toBe([...'العربية'].reverse().join(''));
    expect(texts.find(({ text }) => /[\ufe70-\ufeff]/.test(text))?.x).toBeGreaterThan(150);
  });

  it('prints a long patient ID beside the report ID, and its beginning at the foot of the next page', async () => {
    const patientId = 'W'.repeat(60);
    const reportId = 'breast-01a210a2-52f5-7b48-a739-be7f2e11a873';
    const { texts } = await print({ ...breastDocument, header: { ...header, patientId, reportId } });
    const report = texts.find(({ text, page }) => text.startsWith('Report ID:') && page === 1);
    const beside = texts.filter(({ page, size, y }) => page === 1 && size === 10 && y === report?.y);
    // A W of this font and size is 3.26 mm wide.
    expect(beside.length).toBeGreaterThan(0);
    for (const { text, x } of beside) expect(x + text.length * 3.25).toBeLessThan(report?.x ?? 0);
    const feet = texts.filter(({ text, page }) => page > 1 && text.startsWith('Patient ID:'));
    for (const { text } of feet) expect(text).toMatch(/^Patient ID: W{5,}…$/);
  });

  it.each(hostileTexts)('prints the patient ID %j as text', async (typed, shown) => {
    const { texts } = await print({ ...breastDocument, header: { ...header, patientId: typed } });
    const lines = texts.filter(({ size, page }) => size === 10 && page === 1);
    const from = lines.findIndex(({ text }) => text.startsWith('Patient ID:'));
    const printedId = lines
      .slice(from)
      .map(({ text }) => text)
      .join('');
    expect(printedId.replaceAll(' ', '')).toContain(`Patient ID: ${shown}`.replaceAll(' ', ''));
    expect(Math.min(...lines.map(({ x }) => x))).toBeGreaterThanOrEqual(15 - 0.01);
  });

  it('prints the code point of what no embedded font can draw', async () => {
    const { texts } = await print({ ...breastDocument, header: { ...header, patientId: 'A😀B' } });
    expect(texts.map(({ text }) => text)).toContain('Patient ID: A[U+1F600]B');
  });
});

describe('beyond the specification', () => {
  const source = async (document: ReportDocument = breastDocument) => ({
    document,
    pictures: allPictures,
    fonts: await readFonts(document),
  });

  it('prints letterhead and address between the title and the patient', async () => {
    const letterhead = { name: 'Radiology', address: ['1 Main Street'], logo: cervixPicture };
    const { texts, boxes } = printed(drawReport({ ...(await source()), letterhead }));
    const y = (text: string) => texts.find((each) => each.text === text)?.y ?? Number.NaN;
    expect(y('Radiology')).toBeGreaterThan(20);
    expect(y('1 Main Street')).toBeGreaterThan(y('Radiology'));
    expect(y('Patient ID: 0042')).toBeGreaterThan(y('1 Main Street') + 10);
    expect(boxes.filter(({ paint }) => paint === 'image')).toHaveLength(3);
  });

  it.each(hostileTexts)('prints a letterhead and plain words of %j as text', async (typed, shown) => {
    const document = { ...breastDocument, header: { ...header, patientId: typed } };
    const letterhead = { name: typed, address: [`A ${typed}`, typed.repeat(9)] };
    const pdf = drawReport({ ...(await source(document)), letterhead, plainWords: [typed] });
    const { texts } = printed(pdf);
    const words = texts.map(({ text }) => text).join('');
    expect(words.replaceAll(' ', '')).toContain(`A${shown}`.replaceAll(' ', ''));
    expect(Math.max(...texts.filter(({ page }) => page === 1).map(({ x }) => x))).toBeLessThan(195);
  });

  it('is drawn on Letter where that is the paper', async () => {
    const { pageSize } = drawReport({ ...(await source()), paper: 'letter' }).internal;
    expect([Math.round(pageSize.getWidth()), Math.round(pageSize.getHeight())]).toEqual([216, 279]);
  });

  it('says the conclusion before findings and table, and leaves lines to sign on', async () => {
    const { texts } = await print(brainDocument);
    const words = texts.map(({ text }) => text);
    expect(words.indexOf('Diagnosis')).toBeLessThan(words.indexOf('Finding'));
    expect(words.slice(words.indexOf('Signature'))).toEqual(
      expect.arrayContaining(['Reviewed by', 'Signature', 'Date']),
    );
  });

  it('prints who signed in place of the lines', async () => {
    const verification = 'VERIFIED: version 1, Ada Reader, 2026-11-23 10:04 UTC.';
    const words = (await print({ ...breastDocument, verification, isSigned: true })).texts.map(
      ({ text }) => text,
    );
    expect(words.slice(words.indexOf('Signature'))).toContain(verification);
    expect(words).not.toContain('Reviewed by');
    const replaced = (await print({ ...breastDocument, verification, replacedBy: 2 })).texts;
    expect(replaced.some(({ text }) => text === 'Reviewed by')).toBe(false);
  });

  it('has a head CT slice with its ten observations, two of them long, and the signature on one page', async () => {
    const rows = Array.from(
      { length: 10 },
      (_, at) => [`Observation ${at}`, `${'Not assessed on this slice. '.repeat(at < 3 ? 5 : 1)}`] as const,
    );
    const text = `Suspected hemorrhage on the right; urgent review is advised. ${'Sulci not visible. '.repeat(24)}`;
    const diagnosis = { heading: 'Diagnosis', text };
    const { texts } = await print({
      ...brainDocument,
      ...{ diagnosis, table: { head: ['Finding', 'Observation'] as const, rows } },
    });
    expect(texts.some((entry) => entry.text === 'Reviewed by' && entry.page === 1)).toBe(true);
    expect(Math.max(...texts.map(({ page }) => page))).toBe(1);
  });

  it('says the conclusion above the images', async () => {
    for (const document of Object.values(documents)) {
      const { texts, boxes } = await print(document);
      const conclusion = texts.find(({ text }) => text === document.diagnosis?.heading);
      const image = boxes.find(({ paint }) => paint === 'image');
      expect(conclusion?.y).toBeLessThan(image?.y ?? 0);
    }
  });

  it.each([
    ['a single image', undefined, 12, 1],
    ['an exam', 'exam', 14, 1],
    ['a long exam', 'exam', 60, 2],
  ] as const)('has %s on as few pages as it needs, none half empty', async (_, kind, count, most) => {
    const rows = Array.from({ length: count }, (_, at) => [`Row ${at}`, 'Normal'] as const);
    const comments = Array.from({ length: 12 }, (_, at) => `Comment ${at}`);
    const { texts } = await print({
      ...brainDocument,
      ...(kind && { kind }),
      table: { head: ['Finding', 'Observation'], rows },
      assessment: { heading: 'Report', comments, trace: [] },
    });
    const last = Math.max(...texts.map(({ page }) => page));
    expect(last).toBe(most);
    const low = texts.filter(({ page, size }) => page === last && size > 7).map(({ y }) => y);
    expect(Math.max(...low)).toBeGreaterThan(297 / 2);
  });

  it('draws a scale bar where the pixel size is known, as long as it says', async () => {
    const scaled = { ...breastDocument, header: { ...header, widthMm: 300 } };
    expect((await print(breastDocument)).texts.some(({ text }) => text === '10 cm')).toBe(false);
    expect((await print(scaled)).texts.filter(({ text }) => text === '10 cm')).toHaveLength(2);
  });

  it('prints the letters at the borders of an image whose file says where it lies', async () => {
    const letters = { left: 'R', right: 'L', top: 'A', bottom: 'P' };
    const images = brainDocument.images.map((image) => ({ ...image, letters }));
    const { texts, boxes } = await print({ ...brainDocument, images });
    const at = (letter: string) => texts.find(({ text }) => text === letter);
    const image = boxes.find(({ paint }) => paint === 'image');
    if (!image) throw new Error('no picture');
    expect(at('R')?.x).toBeLessThan(image.x + 5);
    expect(at('L')?.x).toBeGreaterThan(image.x + image.width - 5);
    expect(at('A')?.y).toBeLessThan(at('P')?.y ?? 0);
  });

  it('outlines the findings of a picture that has none drawn into it, where they lie', async () => {
    const points = [
      { x: 0.25, y: 0.25 },
      { x: 0.75, y: 0.25 },
      { x: 0.75, y: 0.5 },
    ];
    const images = [
      { role: 'original', label: 'Slice 19: mass', marks: [{ colour: '#ff0000', points }] },
    ] as const;
    const document = { ...lungDocument, images };
    const pdf = drawReport({ document, pictures: allPictures, fonts: await readFonts(document) });
    const picture = printed(pdf).boxes.find(({ paint }) => paint === 'image');
    if (!picture) throw new Error('no picture');
    const operators = [Reflect.get(pdf.internal, 'pages')].flat(3).join('\n').split('\n');
    const red = operators.slice(operators.findIndex((line) => /^1\.? 0\.? 0\.? RG$/.test(line)));
    const [x = 0, y = 0] = (red.find((line) => / m ?$/.test(line)) ?? '').split(' ').map(Number);
    expect(x / (72 / 25.4)).toBeCloseTo(picture.x + picture.width / 4, 1);
    expect((841.89 - y) / (72 / 25.4)).toBeCloseTo(picture.y + picture.height / 4, 1);
    expect(red.slice(0, 8).filter((line) => / l ?$/.test(line))).toHaveLength(3);
  });

  it('has the key images of the reader at its head, with window, letters, scale and what was measured', async () => {
    const line = [
      { x: 0.5, y: 0.5 },
      { x: 0.75, y: 0.5 },
    ];
    const keyImages = ['a', 'b', 'c', 'd'].map((id) => ({
      ...{ role: `key ${id}` as const, label: `Slice ${id}, W 350 L 50 HU`, widthMm: 300 },
      letters: { left: 'R', right: 'L', top: 'A', bottom: 'P' },
      marks: [{ colour: '#ffe45c', points: line, isOpen: true, lines: ['12.3 mm'] }],
    }));
    const pictures = Object.fromEntries(keyImages.map(({ role }) => [role, cervixPicture]));
    const exam = { ...lungDocument, kind: 'exam', keyImages } as const;
    const { texts, boxes } = await print(exam, { ...pictures, original: cervixPicture });
    const images = boxes.filter(({ paint }) => paint === 'image');
    expect(images).toHaveLength(4);
    expect(new Set(images.map(({ y }) => Math.round(y))).size).toBe(2);
    const words = texts.map(({ text }) => text);
    for (const [word, count] of [
      ['12.3 mm', 4],
      ['R', 4],
      ['10 cm', 4],
      ['Slice d, W 350 L 50 HU', 1],
    ] as const)
      expect([word, words.filter((each) => each === word).length]).toEqual([word, count]);
    expect(words.indexOf('Slice a, W 350 L 50 HU')).toBeLessThan(words.indexOf('Findings'));
    const single = await print({ ...exam, kind: undefined } as never, { ...pictures, ...allPictures });
    expect(single.boxes.filter(({ paint }) => paint === 'image').length).toBeGreaterThan(4);
    for (const { x, y, width, height } of images) {
      const label = texts.find((text) => text.text === '12.3 mm' && text.x > x && text.x < x + width);
      expect(label?.y).toBeGreaterThan(Math.min(...images.map((each) => each.y)));
      expect(y + height).toBeLessThan(297);
    }
  });

  it('speaks to the patient after the report where that is asked for', async () => {
    const plainWords = ['Please talk about it with your doctor.'];
    const words = printed(drawReport({ ...(await source()), plainWords })).texts.map(({ text }) => text);
    expect(words.indexOf('In plain words, for the patient')).toBeGreaterThan(words.indexOf('Signature'));
    expect(words).toContain('Please talk about it with your doctor.');
  });

  const commented = (lines: number): ReportDocument => ({
    ...lungDocument,
    assessment: {
      heading: 'Assessment',
      comments: Array.from({ length: lines }, (_, at) => `Comment ${at}`),
      trace: [],
    },
  });

  it.each(Array.from({ length: 24 }, (_, at) => 8 + 4 * at))(
    'leaves no signature alone on its page, after %i comments',
    async (lines) => {
      const { texts } = await print(commented(lines));
      const signature = texts.find(({ text }) => text === 'Signature');
      const above = texts.filter(
        ({ page, y, size }) => size !== 7 && page === signature?.page && y < (signature?.y ?? 0),
      );
      expect(above.length).toBeGreaterThanOrEqual(3);
    },
  );

  it('takes a table over to the next page, with its head and the signature below it', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => [`Row ${at}`, 'Normal'] as const);
    const table = { head: ['Finding', 'Observation'] as const, rows };
    const pdf = drawReport({ ...(await source({ ...brainDocument, table })) });
    const { texts } = printed(pdf);
    const heads = texts.filter(({ text }) => text === 'Observation').map(({ page }) => page);
    expect(heads).toEqual(Array.from({ length: pdf.getNumberOfPages() }, (_, at) => at + 1));
    for (const [label] of rows) expect(texts.filter(({ text }) => text === label)).toHaveLength(1);
    const content = texts.filter(({ size }) => size !== 7);
    expect(Math.max(...content.map(({ y }) => y))).toBeLessThan(297 - 17);
  });

  it('prints a table in any script', async () => {
    const table = { head: ['Finding', 'Observation'] as const, rows: [['漢字', 'é≥Ω']] as const };
    const document = { ...brainDocument, table };
    const words = (await print(document)).texts.map(({ text }) => text);
    expect(words).toEqual(expect.arrayContaining(['漢', '字', 'é≥Ω']));
  });
});

describe('an identity in a script that no font of the PDF has', () => {
  const named = (patientId: string) => ({ ...breastDocument, header: { ...header, patientId } });
  const painter: TextPainter = {
    canDraw: (character) => character !== '\u{e000}',
    measure: (text) => [...text].length / 2,
    paint: () => ({ data: new Uint8ClampedArray(4 * 8), width: 4, height: 2, ascent: 0.7 }),
  };

  it.each(['สมชาย', 'राम', 'דוד', 'დავითი', '𠮷田', '😀'])(
    '%s is drawn by the system, as a picture',
    async (id) => {
      const document = named(id);
      const fonts = await readFonts(document);
      const count = (drawn: { boxes: readonly { paint: string }[] }) =>
        drawn.boxes.filter(({ paint }) => paint === 'image').length;
      const painted = printed(drawReport({ document, pictures: allPictures, fonts, painter }));
      const plain = printed(drawReport({ document, pictures: allPictures, fonts }));
      expect(count(painted)).toBe(count(plain) + 1);
      expect(painted.texts.map(({ text }) => text).join('')).not.toContain('\ufffd');
    },
  );

  it('prints code points where nothing draws it, so that two patients never look alike', async () => {
    const idOf = async (id: string) =>
      (await print(named(id))).texts.map(({ text }) => text).find((text) => text.startsWith('Patient ID:'));
    expect(await idOf('א1')).toBe('Patient ID: [U+05D0]1');
    expect(await idOf('ב1')).toBe('Patient ID: [U+05D1]1');
  });
});
