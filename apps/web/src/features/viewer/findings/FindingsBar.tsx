import { useId } from 'react';
import { IconFocusCentered } from '../../../ui/icons/frame-icons.ts';
import { OpacitySlider } from '../../../ui/picture/OpacitySlider.tsx';
import { useKeyNames } from '../../../ui/preferences.ts';
import classes from './FindingsBar.module.css';
import type { FindingMark } from './finding-marks.ts';
import { type LineStyle, lineStyle } from './line-styles.ts';
import type { FindingsDisplay, MarkStyle } from './use-findings-display.ts';

const styles: readonly (readonly [MarkStyle, string])[] = [
  ['outline', 'Outline'],
  ['fill', 'Fill'],
  ['both', 'Both'],
];

interface FindingsBarProps {
  display: FindingsDisplay;
  /** Of all findings over the bare image. */
  outlines: { readonly isOn: boolean; toggle(): void };
}

/** Which findings are drawn over the picture, and how; each can be brought to its middle. */
export function FindingsBar({ display, outlines }: FindingsBarProps) {
  const { state, marks, shown, target } = display;
  const keyOf = useKeyNames('viewer');
  if (state.status === 'absent') return null;
  return (
    <section className={classes.bar} aria-label="Findings in the image">
      {state.status === 'loading' && (
        <span className={classes.words} role="status">
          Drawing the findings…
        </span>
      )}
      {state.status === 'failed' && (
        <span className={classes.words} role="alert">
          The findings could not be drawn.{' '}
          <button type="button" className={classes.textButton} onClick={state.retry}>
            Retry
          </button>
        </span>
      )}
      {state.status === 'ready' && marks.length === 0 && (
        <span className={classes.words}>No finding is marked in this image.</span>
      )}
      {marks.length > 0 && (
        <>
          <ul className={classes.list}>
            {marks.map((mark, at) => (
              <FindingEntry key={mark.type.id} mark={mark} line={lineStyle(at)} display={display} />
            ))}
          </ul>
          <button
            type="button"
            className={classes.textButton}
            aria-keyshortcuts={keyOf('g')}
            onClick={display.toggleAll}
          >
            {shown.size < marks.length ? 'Show all' : 'Hide all'}
          </button>
          <button
            type="button"
            className={classes.textButton}
            aria-keyshortcuts={keyOf('o')}
            aria-pressed={outlines.isOn}
            onClick={outlines.toggle}
          >
            Outlines
          </button>
          {/* Without a finding drawn there is nothing that these could change; their room is kept, so that the
              picture keeps its size. */}
          <span className={classes.drawing} data-idle={shown.size === 0 || undefined}>
            <StyleChoice style={display.style} onStyle={display.setStyle} />
            <OpacitySlider label="Findings opacity" value={display.opacity} onChange={display.setOpacity} />
          </span>
        </>
      )}
      <span className={classes.heard} role="status">
        {target && targetInWords(display)}
      </span>
    </section>
  );
}

interface FindingEntryProps {
  mark: FindingMark;
  line: LineStyle;
  display: FindingsDisplay;
}

function FindingEntry({ mark, line, display }: FindingEntryProps) {
  const { type } = mark;
  const { target, shown, stops } = display;
  const count = stops.get(type.id)?.length ?? 0;
  const present = target?.type === type.id ? target.index + 1 : null;
  const words = count === 1 ? null : present === null ? `${count}` : `${present}/${count}`;
  return (
    <li className={classes.entry} data-shown={shown.has(type.id) || undefined}>
      <button
        type="button"
        className={classes.toggle}
        aria-pressed={shown.has(type.id)}
        onClick={() => display.toggle(type.id)}
      >
        <span
          className={classes.swatch}
          style={{ '--finding-colour': type.colour, borderStyle: line.border }}
          aria-hidden
        />
        {type.label}
      </button>
      <button
        type="button"
        className={classes.centre}
        aria-label={`Center ${type.label}`}
        title={`Center ${type.label}`}
        onClick={() => display.centre(type.id)}
      >
        <IconFocusCentered size={16} aria-hidden />
        {words !== null && <span aria-hidden>{words}</span>}
      </button>
    </li>
  );
}

function StyleChoice({ style, onStyle }: { style: MarkStyle; onStyle: (style: MarkStyle) => void }) {
  const name = useId();
  return (
    <fieldset className={classes.styles}>
      <legend className={classes.heard}>Draw findings as</legend>
      {styles.map(([value, label]) => (
        <label key={value} className={classes.style}>
          <input
            type="radio"
            name={name}
            value={value}
            checked={style === value}
            onChange={() => onStyle(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

function targetInWords({ marks, stops, target }: FindingsDisplay): string {
  const mark = marks.find(({ type }) => type.id === target?.type);
  if (!mark || !target) return '';
  const count = stops.get(target.type)?.length ?? 0;
  const which = count === 1 ? '' : `, ${target.index + 1} of ${count}`;
  return `${mark.type.label}${which} is in the middle of the image.`;
}
