import classes from './OpacitySlider.module.css';

interface OpacitySliderProps {
  /** 0: the picture below alone, 1: the layer alone. */
  value: number;
  onChange: (value: number) => void;
  /** What fades. */
  label: string;
}

/** Fades what lies over the picture to the input image. */
export function OpacitySlider({ value, onChange, label }: OpacitySliderProps) {
  return (
    <label className={classes.root}>
      <span>{label}</span>
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
