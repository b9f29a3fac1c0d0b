import type { WireFields } from '@second-read/core/analysis/report-module';
import { isOpen, nothingFound, nothingJudged, type Urgency } from '@second-read/core/report/urgency';

/** What the stored words open with where something was found, the most urgent first. */
const signs = [
  { field: 'haemorrhage', opens: 'Suspected', value: 60, words: 'Hemorrhage suspected' },
  { field: 'haemorrhage', opens: /not excluded, for review/, value: 35, words: 'Hemorrhage not excluded' },
  { field: 'midline_shift', opens: 'Shifted', value: 50, words: 'Midline shift' },
  { field: 'basal_cistern_dilation', opens: 'Narrow', value: 40, words: 'Narrow basal cisterns' },
  { field: 'ventricular_dilation', opens: 'Dilated', value: 30, words: 'Dilated ventricles' },
  { field: 'basal_cistern_dilation', opens: 'Dilated', value: 28, words: 'Dilated basal cisterns' },
  { field: 'hypodense_areas', opens: /^(Left|Right|Both sides),/, value: 25, words: 'Hypodense area' },
  { field: 'sulcation', opens: 'Effaced', value: 20, words: 'Effaced sulci' },
  {
    field: 'ventricular_dilation',
    opens: 'Possibly dilated',
    value: 15,
    words: 'Possibly dilated ventricles',
  },
  { field: 'sulcation', opens: 'Asymmetric', value: 12, words: 'Asymmetric sulci' },
  { field: 'hypertrophy', opens: /^(Generali[sz]ed|Cortical) volume loss/, value: 10, words: 'Volume loss' },
] as const;

/** A suspected bleeding goes before all else, the surer the earlier. */
export function urgencyOf(wire: WireFields): Urgency {
  const seen = signs.filter(({ field, opens }) => {
    const text = wire[field];
    return (
      typeof text === 'string' && (typeof opens === 'string' ? text.startsWith(opens) : opens.test(text))
    );
  });
  const [first] = seen;
  if (!first) return typeof wire.output === 'string' && isOpen(wire.output) ? nothingJudged : nothingFound;
  // A bleeding and a shifted midline are emergencies; the other signs are findings.
  const level = first.value >= 50 ? 'urgent' : 'finding';
  const sureness = wire.haemorrhage_confidence;
  const isBleeding = first.field === 'haemorrhage' && typeof sureness === 'number';
  const value = first.value + (isBleeding ? 0.4 * Math.min(100, Math.max(0, sureness)) : 0);
  return { value, level, words: seen.map(({ words }) => words).join(', ') };
}
