import type { Box } from '@second-read/core/pixels/plane';
import { type RefObject, useCallback, useEffect } from 'react';
import type { Stage } from '../../../stage/stage.ts';
import type { FindingMarks, FindingRegion } from './finding-marks.ts';
import type { FindingTarget } from './use-findings-display.ts';

interface LookAtOptions {
  readonly stage: Stage | null;
  readonly area: RefObject<HTMLElement | null>;
  readonly found: FindingMarks | null;
  /** Looked at whenever it is asked for, by whomever. */
  readonly target: FindingTarget | null;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** @returns what brings a region to the middle of the stage at once, before React hears of it. */
export function useLookAt({ stage, area, found, target }: LookAtOptions) {
  const lookAt = useCallback(
    (region: FindingRegion | null) => {
      if (!region || !stage?.picture || !found) return;
      stage.lookAt(onPicture(region.box, found.labels, stage.picture));
    },
    [stage, found],
  );
  useEffect(() => {
    if (!target) return;
    // Asked for from a report below the picture, on a narrow screen.
    area.current?.scrollIntoView({ block: 'nearest' });
    lookAt(target.region);
  }, [target, area, lookAt]);
  return lookAt;
}

/** A box of the label map in pixels of the picture, which may be of another size. */
function onPicture(box: Box, labels: Size, picture: Size): Box {
  const [x, y] = [picture.width / labels.width, picture.height / labels.height];
  return { x: box.x * x, y: box.y * y, width: box.width * x, height: box.height * y };
}
