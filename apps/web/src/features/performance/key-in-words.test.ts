import { describe, expect, it } from 'vitest';
import { keyInWords } from './key-in-words.ts';
import { readMetrics } from './read-metrics.ts';

const found = import.meta.glob<unknown>('../../../../../analyses/*/model/metrics.json', {
  import: 'default',
  eager: true,
});

describe('the measured figures', () => {
  it.each(Object.entries(found))(
    'of %s have names in words: no key, no abbreviation in small letters',
    (_path, file) => {
      const metrics = readMetrics(file);
      const names = [...metrics.figures, ...metrics.curves].flatMap(({ group, name }) => [group, name]);
      expect(names.length).toBeGreaterThan(20);
      for (const name of new Set(names)) {
        expect(name).not.toMatch(/[_/]|[a-z][A-Z](?!erv)/);
        expect(name).not.toMatch(/haem|tumour|centre|colour|neighbour/i);
        expect(name).not.toMatch(/\b(aisd|auc|cesm|ct|ddsm|dicom|ich|lidc|luna|mias|msd|rsna|sich|via)\b/);
      }
    },
  );

  it.each([
    ['dice_breast_ddsm', 'Dice breast DDSM'],
    ['sensitivity_at_0.25_per_image', 'Sensitivity at 0.25 false marks per image'],
    ['refused_after_blur_0_4_percent', 'Refused after blur 0.4 %'],
    ['breast/mammogram_mastery', 'Mammogram Mastery (breast)'],
    ['other/mri', 'MRI (of other things)'],
    ['phe_sich', 'PHE-SICH'],
    ['of', 'Cases it is of'],
  ])('%s is called %s', (key, words) => {
    expect(keyInWords(key)).toBe(words);
  });
});
