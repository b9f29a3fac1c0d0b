import { describe, expect, it } from 'vitest';
import { manifests, moduleOf } from './catalogue.ts';

describe.each(manifests.map((manifest) => [manifest.id, manifest] as const))(
  'the concepts of %s',
  (id, manifest) => {
    const coding = moduleOf(id).coding;

    it('name every finding type and every class but the background', () => {
      expect(Object.keys(coding.findings).toSorted()).toEqual(
        manifest.findingTypes.map((type) => type.id).toSorted(),
      );
      expect(Object.keys(coding.segments)).toEqual(Object.keys(manifest.legend).filter((key) => key !== '0'));
    });

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
        ...Object.values(coding.details ?? {}).flatMap(({ concept, values }) => [
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

describe('the descriptors of a mammographic mass', () => {
  it.each([
    ['Definition', ['Well-defined', 'Ill-defined', 'Spiculated']],
    ['Density', ['Low Dense', 'Iso-dense/Equal Dense', 'High Dense']],
    ['Shape', ['Oval', 'Rounded', 'Irregular']],
    ['Breast Density', ['Fatty/Normal', 'Fibroglandular/Mixed', 'Heterogeneously Dense', 'Highly Dense']],
  ])('are coded in the words that the report uses: %s', (label, words) => {
    expect(Object.keys(moduleOf('breast').coding.details?.[label]?.values ?? {})).toEqual(words);
  });
});
