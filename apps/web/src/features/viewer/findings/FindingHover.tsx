import { type Ref, useImperativeHandle } from 'react';
import { FindingTooltip } from './FindingTooltip.tsx';
import { type HoverOptions, useFindingHover } from './use-finding-hover.ts';

export interface HoverHandle {
  readonly clear: () => void;
}

/** Says what lies under the pointer; nothing but this is drawn again as the pointer moves. */
export function FindingHover({ ref, ...options }: HoverOptions & { ref: Ref<HoverHandle> }) {
  const { hovered, clear } = useFindingHover(options);
  useImperativeHandle(ref, () => ({ clear }));
  return hovered && <FindingTooltip finding={hovered.finding} place={hovered.place} />;
}
