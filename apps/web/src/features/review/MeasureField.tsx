import { NumberInput } from '@mantine/core';
import { measured } from '@second-read/core/reading/measurement';
import type { AnyFinding } from '@second-read/core/reading/reading';
import type { ReviewedType } from '@second-read/core/review/review-module';
import { useState } from 'react';
import type { Wish } from './use-review.ts';

interface MeasureFieldProps {
  finding: AnyFinding;
  measure: ReviewedType['measurements'][number];
  onChange: (wish: Wish) => void;
}

export const unitWords: Readonly<Record<string, string>> = {
  percent: '%',
  mm2: 'mm²',
  mm3: 'mm³',
  px2: 'px²',
};

/** One measured number; kept when the field is left, or by Enter. */
export function MeasureField({
  finding,
  measure: { quantity, label, units, most },
  onChange,
}: MeasureFieldProps) {
  const [unit = 'mm'] = units;
  const known = measured(finding.measurements, quantity, unit);
  const [value, setValue] = useState<number | string>(known ?? '');
  const [seen, setSeen] = useState(known);
  if (seen !== known) {
    setSeen(known);
    setValue(known ?? '');
  }
  const keep = () => {
    if (typeof value !== 'number' || value === known) return;
    onChange({ kind: 'measure', finding: finding.id, name: quantity, to: value, unit });
  };
  return (
    <NumberInput
      size="xs"
      label={`${label} (${unitWords[unit] ?? unit})`}
      value={value}
      onChange={setValue}
      onBlur={keep}
      onKeyDown={(event) => event.key === 'Enter' && keep()}
      min={0}
      max={most}
      decimalScale={2}
      hideControls
    />
  );
}
