import { useId, useState } from 'react';
import classes from './Demo.module.css';
import type { DemoCase } from './demo-case.ts';

interface FadeFigureProps {
  label: string;
  entry: Pick<DemoCase, 'input_img' | 'output_img' | 'width' | 'height'>;
  /** Opacity of the segmented layer at first, 0 (input alone) to 1. */
  initial: number;
}

/**
 * A picture with the segmented one laid over it. The slider changes one layer's opacity and nothing is
 * drawn again, so it follows the hand.
 */
export function FadeFigure({ label, entry, initial }: FadeFigureProps) {
  const sliderId = useId();
  const [opacity, setOpacity] = useState(initial);
  return (
    <figure className={classes.figure}>
      <div className={classes.ground} style={{ aspectRatio: `${entry.width} / ${entry.height}` }}>
        <img className={classes.layer} src={entry.input_img} alt={`${label}: input`} />
        <img className={classes.layer} style={{ opacity }} src={entry.output_img} alt="" />
      </div>
      <figcaption className={classes.caption}>
        <span>{label}</span>
        <label htmlFor={sliderId} className={classes.sliderLabel}>
          Segmentation opacity
        </label>
        <input
          id={sliderId}
          className={classes.slider}
          type="range"
          min={0}
          max={1}
          step={0.01}
          value={opacity}
          onChange={(event) => setOpacity(Number(event.currentTarget.value))}
        />
        <output className={classes.value} htmlFor={sliderId}>
          {opacity.toFixed(2)}
        </output>
        <span className={classes.ends}>
          <button type="button" onClick={() => setOpacity(0)}>
            Input
          </button>
          <button type="button" onClick={() => setOpacity(1)}>
            Segmented
          </button>
        </span>
      </figcaption>
    </figure>
  );
}
