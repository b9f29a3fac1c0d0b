/** What a page measured of itself; times in milliseconds. */
export interface Probe {
  /** From the choice of files to the first frame with an image; undefined until then. */
  firstImage?: number;
  /** From each key to the first frame with another image. */
  readonly keys: number[];
  /** Times of the frames in which the image was another than before, since `changes` was emptied. */
  changes: number[];
}

/**
 * Runs in the page before all else, of either viewer: looks at the largest canvas once a frame, reduced to 48
 * by 48 pixels. Both draw on 2-D canvases.
 */
export function probe(): void {
  const found: Probe = { keys: [], changes: [] };
  Reflect.set(window, 'probe', found);
  const side = 48;
  const small = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
  let [chosenAt, pressedAt] = [0, 0];
  let last = '';
  const look = () => {
    const canvases = [...document.querySelectorAll('canvas')];
    const largest = canvases.toSorted(
      (a, b) => b.clientWidth * b.clientHeight - a.clientWidth * a.clientHeight,
    )[0];
    if (!small || !largest || largest.width * largest.height === 0) return '';
    small.clearRect(0, 0, side, side);
    small.drawImage(largest, 0, 0, side, side);
    const { data } = small.getImageData(0, 0, side, side);
    let [bright, text] = [0, ''];
    for (let at = 0; at < data.length; at += 4) {
      const gray = data[at] ?? 0;
      if (gray > 60) bright += 1;
      text += String.fromCharCode(gray);
    }
    // An eighth of it is brighter than the background of either page.
    return bright > (side * side) / 8 ? text : '';
  };
  const frame = (now: number) => {
    requestAnimationFrame(frame);
    if (chosenAt === 0) return;
    const image = look();
    if (image === '') return;
    found.firstImage ??= now - chosenAt;
    if (image === last) return;
    last = image;
    found.changes.push(now);
    if (pressedAt > 0) found.keys.push(now - pressedAt);
    pressedAt = 0;
  };
  addEventListener('DOMContentLoaded', () => requestAnimationFrame(frame));
  addEventListener(
    'change',
    ({ target, timeStamp }) => {
      if (target instanceof HTMLInputElement && target.files?.length) chosenAt = timeStamp;
    },
    true,
  );
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressedAt = timeStamp;
    },
    true,
  );
}
