import type { ColourKeyEntry } from '@second-read/core/analysis/manifest';
import { ColourKey } from '../../../ui/picture/ColourKey.tsx';
import { OpacitySlider } from '../../../ui/picture/OpacitySlider.tsx';
import { useKeyNames } from '../../../ui/preferences.ts';
import classes from './LayerBar.module.css';

interface LayerBarProps {
  /** Of the picture laid over the image, e.g. "Segmented Image". */
  label: string;
  colours: readonly ColourKeyEntry[];
  opacity: number;
  onOpacity: (opacity: number) => void;
  /** Whether a bar parts the bare image from the view. */
  isWiping: boolean;
  onWipe: () => void;
}

/** What the colours of the picture that lies over the image mark, and how far it covers the image. */
export function LayerBar({ label, colours, opacity, onOpacity, isWiping, onWipe }: LayerBarProps) {
  const key = useKeyNames('viewer')('b');
  return (
    <section className={classes.bar} aria-label={label}>
      <ColourKey entries={colours} />
      <button
        type="button"
        className={classes.wipe}
        aria-pressed={isWiping}
        aria-keyshortcuts={key}
        title={`Drag a bar between the bare image and this view (${key})`}
        onClick={onWipe}
      >
        Wipe
      </button>
      <OpacitySlider label={`${label.replace(/ Image$/, '')} opacity`} value={opacity} onChange={onOpacity} />
    </section>
  );
}
