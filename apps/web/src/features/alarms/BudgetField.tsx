import { NumberInput } from '@mantine/core';
import { pointWithin } from '@second-read/core/alarm/alarm-budget';
import type { AlarmModule } from '@second-read/core/alarm/alarm-module';
import classes from './Alarms.module.css';
import { budgetWords, measuredWords } from './budget-words.ts';

interface BudgetFieldProps {
  name: string;
  /** Undefined: no curve was measured. */
  alarm: AlarmModule | undefined;
  /** Why not, where that is known. */
  noCurve: string | undefined;
  budget: number | undefined;
  isReadOnly: boolean;
  onChange: (budget: number | undefined) => void;
}

/** The budget of one module, and what it costs; where nothing was measured, that. */
export function BudgetField({ name, alarm, noCurve, budget, isReadOnly, onChange }: BudgetFieldProps) {
  if (alarm === undefined) {
    return (
      <section className={classes.module}>
        <h3 className={classes.name}>{name}</h3>
        <p className={classes.quiet}>
          {noCurve ?? 'No curve with thresholds was measured.'} No budget can be kept: all urgent results
          notify.
        </p>
      </section>
    );
  }
  const isSilent = budget !== undefined && pointWithin(alarm.curve, budget) === null;
  return (
    <section className={classes.module}>
      <h3 className={classes.name}>{name}</h3>
      <NumberInput
        label={`False alarms accepted per 100 images without ${alarm.finding.toLowerCase()}`}
        placeholder="No budget"
        min={0}
        max={100}
        decimalScale={1}
        readOnly={isReadOnly}
        value={budget ?? ''}
        onChange={(value) => onChange(value === '' ? undefined : Number(value))}
      />
      <p role="status" className={isSilent ? classes.warning : classes.line}>
        {budgetWords(alarm, budget)}
      </p>
      <p className={classes.quiet}>{measuredWords(alarm)}</p>
    </section>
  );
}
