import { ActionIcon } from '@mantine/core';
import { imageWords } from '@second-read/core/report/part-of';
import { capitalized } from '@second-read/core/report/sentences';
import type { SliceStack } from '../../../stage/layout/slices.ts';
import { IconChevronDown } from '../../../ui/icons/frame-icons.ts';
import { IconChevronUp } from '../../../ui/icons/tool-icons.ts';
import classes from './SliceBar.module.css';

/** Where one stands in a stack, with a slider and buttons; the wheel and keys do the same on the picture. */
export function SliceBar({ stack }: { stack: SliceStack }) {
  const { noun, index, count, scannerNumber, disabled, goTo } = stack;
  const name = capitalized(noun);
  const words = `${name} ${index + 1} of ${count}`;
  const scanner = imageWords(scannerNumber, index + 1);
  const step = (by: 1 | -1, way: string) => (
    <ActionIcon
      className={classes.button}
      variant="transparent"
      size={32}
      aria-label={`${way} ${noun}`}
      disabled={disabled || index + by < 0 || index + by >= count}
      onClick={() => goTo((at) => at + by)}
    >
      {by < 0 ? <IconChevronUp size={18} aria-hidden /> : <IconChevronDown size={18} aria-hidden />}
    </ActionIcon>
  );
  return (
    <div className={classes.bar}>
      {step(-1, 'Previous')}
      <input
        type="range"
        className={classes.slider}
        aria-label={name}
        aria-valuetext={words + scanner}
        min={1}
        max={count}
        value={index + 1}
        disabled={disabled}
        onChange={(event) => {
          const place = event.currentTarget.valueAsNumber - 1;
          goTo(() => place);
        }}
      />
      {step(1, 'Next')}
      <output className={classes.place} data-testid="slice-place">
        {words}
      </output>
      {scanner && <span className={classes.scanner}>{scanner}</span>}
    </div>
  );
}
