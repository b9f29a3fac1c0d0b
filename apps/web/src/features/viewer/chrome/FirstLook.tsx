import { useEffect, useLayoutEffect, useRef } from 'react';
import classes from '../ImageViewer.module.css';
import { firstLook, fittedMatrix } from '../source/first-look.ts';
import type { Picture } from '../source/picture.ts';
import type { StageMatrix } from '../stage/stage-matrix.ts';

interface FirstLookProps {
  picture: Picture;
  /** Called when the picture is painted, with where it stands. */
  onPainted: (matrix: StageMatrix) => void;
}

/**
 * The picture on a plain canvas, where and as the viewer will draw it: what is to be seen need not wait for
 * the tools that go with it.
 */
export function FirstLook({ picture, onPainted }: FirstLookProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(onPainted);
  useLayoutEffect(() => {
    latest.current = onPainted;
  });
  useLayoutEffect(() => {
    const at = canvas.current;
    const context = at?.getContext('2d');
    if (!at || !context || at.clientWidth === 0) return;
    const room = { width: at.clientWidth * devicePixelRatio, height: at.clientHeight * devicePixelRatio };
    const { rgba, width, height } = firstLook(picture, room);
    at.width = width;
    at.height = height;
    context.putImageData(new ImageData(rgba, width, height), 0, 0);
  }, [picture]);
  // Only now is everything there that stands over the picture.
  useEffect(() => {
    const at = canvas.current;
    if (!at || at.clientWidth === 0) return;
    latest.current(fittedMatrix(picture, { width: at.clientWidth, height: at.clientHeight }));
  }, [picture]);
  return <canvas ref={canvas} className={classes.firstLook} data-testid="first-look" aria-hidden />;
}
