import { type Ref, useImperativeHandle, useRef } from 'react';
import type { StageMatrix } from '../../../stage/geometry/stage-matrix.ts';
import { layerTransform } from '../../../stage/geometry/stage-matrix.ts';
import { type LayerPicture, reducedLayer, reductionFor } from '../../../stage/source/layer-picture.ts';
import classes from '../ImageViewer.module.css';

export interface LayerHandle {
  /** Follows the picture below; called at each redraw, outside React. */
  place(matrix: StageMatrix, picture: { width: number; height: number }): void;
}

interface LayerProps {
  layer: LayerPicture;
  /** 0 to 1. */
  opacity: number;
  ref: Ref<LayerHandle>;
}

/**
 * A picture over the picture: moved and faded by the browser's compositor, never redrawn. Zoomed out, a
 * smaller copy stands for it: composing a frame costs what its pixels cost.
 */
export function Layer({ layer, opacity, ref }: LayerProps) {
  const holder = useRef<HTMLDivElement>(null);
  useImperativeHandle(
    ref,
    () => ({
      place: (matrix, picture) => {
        const { current } = holder;
        if (!current) return;
        const scale = (Math.hypot(matrix[0], matrix[1]) * picture.width) / layer.width;
        const drawn = reducedLayer(layer, reductionFor(scale * devicePixelRatio));
        if (current.firstChild !== drawn.canvas) current.replaceChildren(drawn.canvas);
        current.style.transform = layerTransform(matrix, picture, drawn);
        current.style.imageRendering = scale > 1 ? 'pixelated' : 'auto';
      },
    }),
    [layer],
  );
  return <div ref={holder} className={classes.layer} style={{ opacity }} aria-hidden />;
}
