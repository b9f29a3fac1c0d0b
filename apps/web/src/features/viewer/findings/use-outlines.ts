import { useRef } from 'react';
import type { FindingsDisplay } from './use-findings-display.ts';

interface OutlinesOptions {
  readonly findings: FindingsDisplay;
  /** Whether a picture lies over the image, and how far it covers it. */
  readonly hasLayer: boolean;
  readonly opacity: number;
  readonly onOpacity: (opacity: number) => void;
}

/** All findings as lines over the bare image, whatever the view; asked again, all is as it was before. */
export function useOutlines({ findings, hasLayer, opacity, onOpacity }: OutlinesOptions) {
  const before = useRef(1);
  const { marks, shown, style } = findings;
  const isBare = !hasLayer || opacity === 0;
  const isOn = isBare && style === 'outline' && marks.length > 0 && shown.size === marks.length;
  const toggle = () => {
    if (marks.length === 0) return;
    if (isOn) {
      findings.toggleAll();
      if (hasLayer) onOpacity(before.current);
      return;
    }
    if (opacity > 0) before.current = opacity;
    findings.outlineAll();
    if (hasLayer) onOpacity(0);
  };
  return { isOn, toggle };
}
