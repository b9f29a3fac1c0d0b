import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnalysisModule } from '@second-read/core/analysis/module';
import type { Analysis } from '@second-read/core/reading/analysis';
import { anyReading } from '@second-read/core/reading/reading';
import { noHeader } from '@second-read/core/report/document';
import { beforeAll, describe, expect, it } from 'vitest';
import { readingOfRow } from '../apps/server/src/modules/earlier/reading-of-row.ts';
import { engineList as enginesWithPhantom } from '../e2e/phantom/engine-list.ts';
import { moduleList as modulesWithPhantom } from '../e2e/phantom/module-list.ts';
import { phantomPng } from '../e2e/phantom/pictures.ts';
import { context, studyOfFile } from './study.test-support.ts';

const colour = /^#[0-9A-F]{6}$/i;
const samples = fileURLToPath(new URL('../apps/web/public/samples/', import.meta.url));

const distinct = (values: readonly string[]) => new Set(values).size === values.length;

/** A picture that the module reads. */
async function picture({ manifest: { id, gallery } }: AnalysisModule): Promise<string | Buffer> {
  const [first] = gallery.filter(({ file }) => !file.endsWith('.dcm'));
  return first ? `${samples}${id}/${first.file}` : phantomPng([20, 10]);
}

describe('the modules together', () => {
  const manifests = modulesWithPhantom.map(({ manifest }) => manifest);

  it('have ids, addresses and trials of their own', () => {
    for (const key of [
      'id',
      'reportIdPrefix',
      'serviceType',
      'apiPath',
      'route',
      'title',
      'historyLabel',
    ] as const)
      expect([key, distinct(manifests.map((manifest) => manifest[key]))]).toEqual([key, true]);
  });
});

describe.each(modulesWithPhantom.map((module) => [module.manifest.id, module] as const))(
  'the module %s',
  (id, module) => {
    const { manifest, coding, report } = module;
    let analysis: Analysis;
    beforeAll(async () => {
      const engine = await enginesWithPhantom[id]?.();
      const study = await studyOfFile(await picture(module));
      expect(await engine?.accept(engine.prepare(study), context)).toMatchObject({ accepted: true });
      if (!engine) throw new Error(`${id} has no engine`);
      analysis = await engine.analyse(engine.prepare(study), context);
    });

    it('is named so that addresses, files and tables can carry it', () => {
      expect(id).toMatch(/^[a-z][a-z0-9-]*$/);
      expect(manifest.route).toMatch(/^\/[a-z-]+-analysis$/);
      expect(manifest.serviceType).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(manifest.pdfFileName).toMatch(/\{patientId\}.*\{timestamp\}.*\.pdf$/);
      expect(manifest.pictureName).toMatch(/^an? /);
    });

    it('has the files of its gallery, and a picture for each view', () => {
      for (const { file } of manifest.gallery)
        expect([file, existsSync(`${samples}${id}/${file}`)]).toEqual([file, true]);
      const drawn = new Set(['input', 'overlay', ...Object.keys(manifest.imageFields)]);
      for (const view of [...manifest.views.map((each) => each.id), manifest.resultView])
        expect(drawn).toContain(view);
    });

    it('colors every finding type, and codes everything that it looks for and every class that is drawn', () => {
      for (const type of manifest.findingTypes) expect(type.colour).toMatch(colour);
      const { findings } = anyReading.parse(analysis.reading);
      for (const { type } of findings) expect(coding.findings).toHaveProperty(type);
      expect(Object.keys(coding.segments)).toEqual(Object.keys(manifest.legend).filter((key) => key !== '0'));
      for (const entry of manifest.colourKey) expect(entry.colour).toMatch(colour);
    });

    it('finds, marks and draws nothing that it does not declare', () => {
      const types: string[] = manifest.findingTypes.map((type) => type.id);
      for (const { type } of analysis.candidates) expect(types).toContain(type);
      expect(Object.keys(manifest.legend)).toEqual(
        expect.arrayContaining([...new Set(analysis.labels.data)].map(String)),
      );
      for (const role of Object.keys(analysis.views))
        expect(Object.keys(manifest.imageFields)).toContain(role);
    });

    it('words every finding type in its report', () => {
      const wire = JSON.parse(JSON.stringify(report.toWire(analysis.reading, analysis.scores)));
      const document = report.toDocument(analysis.reading, noHeader);
      expect(document.module).toBe(id);
      const told = [...document.findings.map(({ type }) => type), ...(document.table ? ['table'] : [])];
      if (!document.table) for (const type of manifest.findingTypes) expect(told).toContain(type.id);
      for (const field of manifest.requiredFields) expect(wire).toHaveProperty(field);
    });

    it('says something of a reply that holds nothing, and of each demo reply', () => {
      for (const wire of [{}, ...module.demoReplies]) {
        const document = report.toDocument(module.reading.readingFromWire(wire), noHeader);
        expect(document.title).not.toBe('');
        expect(document.notice).toBe('Research use only. Not for primary diagnosis.');
      }
      expect(module.demoReplies.length).toBeGreaterThan(0);
    });

    it('parses its own reading and derives the same urgency whatever the words', () => {
      const reading = module.reading.schema.parse(JSON.parse(JSON.stringify(analysis.reading)));
      expect(reading).toMatchObject({ module: id, version: module.reading.version, origin: 'engine' });
      const reworded = { ...reading, texts: { conclusion: null, comments: [] } };
      expect(module.reading.urgencyOf(reworded)).toEqual(module.reading.urgencyOf(reading));
      const wire = JSON.parse(JSON.stringify(report.toWire(analysis.reading, analysis.scores)));
      const read =
        id === 'phantom' ? module.reading.readingFromWire(wire) : readingOfRow({ module: id, wire });
      const told = module.reading.schema.parse(read);
      expect(module.reading.urgencyOf(told)).toEqual(module.reading.urgencyOf(reading));
    });
  },
);
