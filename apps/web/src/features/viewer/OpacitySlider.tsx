import classes from './OpacitySlider.module.css';

interface OpacitySliderProps {
  /** 0: the picture below alone, 1: the layer alone. */
  value: number;
  onChange: (value: number) => void;
}

/** Fades the layer to the input image. */
export function OpacitySlider({ value, onChange }: OpacitySliderProps) {
  return (
    <label className={classes.root}>
      <span>Opacity</span>
      <input
        type="range"
        min={0}
        max={1}
        step={0.01}
        value={value}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        aria-valuetext={`${Math.round(value * 100)} %`}
      />
      <output className={classes.value}>{Math.round(value * 100)} %</output>
    </label>
  );
}
