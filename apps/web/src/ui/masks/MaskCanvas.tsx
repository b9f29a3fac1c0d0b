import type { MaskBox } from '@second-read/contract/analyses';
import { useRef, useState } from 'react';
import { between, type ShownPicture } from './boxes.ts';
import classes from './MaskCanvas.module.css';
import { MaskRect } from './MaskRect.tsx';
import { type Point, picturePoint } from './picture-point.ts';

interface MaskCanvasProps {
  picture: ShownPicture;
  boxes: readonly MaskBox[];
  onBoxes: (boxes: readonly MaskBox[]) => void;
}

/** The picture with its boxes; dragging over the picture itself draws another one. */
export function MaskCanvas({ picture, boxes, onBoxes }: MaskCanvasProps) {
  const { width, height } = picture;
  const svg = useRef<SVGSVGElement>(null);
  const [drawn, setDrawn] = useState<{ from: Point; to: Point } | null>(null);
  const replace = (index: number, box: MaskBox | null) =>
    onBoxes(boxes.flatMap((each, i) => (i !== index ? [each] : box ? [box] : [])));
  const finish = () => {
    if (drawn && Math.abs(drawn.to.x - drawn.from.x) + Math.abs(drawn.to.y - drawn.from.y) > width / 100) {
      onBoxes([...boxes, between(drawn.from, drawn.to, picture)]);
    }
    setDrawn(null);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing, not a form
    <svg
      ref={svg}
      className={classes.canvas}
      viewBox={`0 0 ${width} ${height}`}
      role="group"
      aria-label="The image with the boxes that will be blacked out"
      onPointerDown={(event) => {
        const from = picturePoint(svg.current, event);
        if (!from || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrawn({ from, to: from });
      }}
      onPointerMove={(event) => {
        const to = picturePoint(svg.current, event);
        if (drawn && to) setDrawn({ ...drawn, to });
      }}
      onPointerUp={finish}
      onPointerCancel={() => setDrawn(null)}
    >
      <image href={`data:image/jpeg;base64,${picture.preview}`} width={width} height={height} />
      {boxes.map((box, index) => (
        <MaskRect
          // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place in the list; it changes with every step
          key={index}
          label={`Box ${index + 1} of ${boxes.length}`}
          box={box}
          picture={picture}
          onBox={(next) => replace(index, next)}
        />
      ))}
      {drawn && <rect className={classes.drawn} {...between(drawn.from, drawn.to, picture)} />}
    </svg>
  );
}
