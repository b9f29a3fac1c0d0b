import { noHeader } from '@second-read/core/report/document';
import { describe, expect, it } from 'vitest';
import { moduleOf } from './catalogue.ts';
import { manifests } from './manifests.ts';
import { documentOf, readingOf } from './stored-reading.ts';

describe.each(manifests.map((manifest) => [manifest.id, manifest] as const))(
  'the concepts of %s',
  (id, manifest) => {
    const coding = moduleOf(id).coding;

    it('give classes only finding types that the module has', () => {
      const types: (string | undefined)[] = manifest.findingTypes.map((type) => type.id);
      const named = Object.values(coding.segments).map(({ finding }) => finding);
      expect(named.filter((finding) => finding !== undefined && !types.includes(finding))).toEqual([]);
    });

    it('fit into the attributes of DICOM', () => {
      const codes = [
        coding.procedure,
        coding.region,
        ...Object.values(coding.findings),
        ...Object.values(coding.segments).flatMap(({ category, type, modifier }) => [
          category,
          type,
          ...(modifier ? [modifier] : []),
        ]),
        ...Object.values(coding.descriptors ?? {}).flatMap(({ concept, values }) => [
          concept,
          ...Object.values(values),
        ]),
        ...Object.values(coding.categories ?? {}),
      ];
      for (const { value, meaning } of codes) {
        expect(value.length).toBeLessThanOrEqual(16);
        expect(meaning.length).toBeLessThanOrEqual(64);
      }
    });
  },
);

describe('the concepts of a mammogram', () => {
  it('hang on the values of its reading, by descriptors that its report names', () => {
    const { coding } = moduleOf('breast');
    const { findings } = documentOf(
      readingOf({ module: 'breast', wire: { report_text: ['mass:1'] } }),
      noHeader,
    );
    const named = findings.flatMap(({ details }) => details.flatMap(({ descriptor }) => descriptor ?? []));
    expect(named.toSorted()).toEqual(Object.keys(coding.descriptors ?? {}).toSorted());
  });
});
