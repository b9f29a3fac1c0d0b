/**
 * Runs in the page before all else, of either viewer: looks at the largest canvas once a frame, reduced to 48
 * by 48 pixels. Both draw on 2-D canvases. `window.probe`, in milliseconds: `firstImage`, from the choice of
 * files to the first frame with an image; `keys`, from each key to the first frame with another image;
 * `changes`, the times of the frames with another image than before.
 */
{
  const found = { firstImage: 0, keys: [], changes: [] };
  window.probe = found;
  const side = 48;
  const small = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
  let [chosenAt, pressedAt] = [0, 0];
  let last = '';

  /** Gray levels as text; empty where less than an eighth is brighter than the background of either page. */
  const look = () => {
    const area = ({ clientWidth, clientHeight }) => clientWidth * clientHeight;
    const [largest] = [...document.querySelectorAll('canvas')].toSorted((a, b) => area(b) - area(a));
    if (!largest || largest.width * largest.height === 0) return '';
    small.clearRect(0, 0, side, side);
    small.drawImage(largest, 0, 0, side, side);
    const { data } = small.getImageData(0, 0, side, side);
    let [bright, text] = [0, ''];
    for (let at = 0; at < data.length; at += 4) {
      if (data[at] > 60) bright += 1;
      text += String.fromCharCode(data[at]);
    }
    return bright > (side * side) / 8 ? text : '';
  };

  const frame = (now) => {
    requestAnimationFrame(frame);
    if (chosenAt === 0) return;
    const image = look();
    if (image === '') return;
    found.firstImage ||= now - chosenAt;
    if (image === last) return;
    last = image;
    found.changes.push(now);
    if (pressedAt > 0) found.keys.push(now - pressedAt);
    pressedAt = 0;
  };

  requestAnimationFrame(frame);
  const isCapture = true;
  addEventListener(
    'change',
    ({ target, timeStamp }) => {
      if (target.files?.length > 0) chosenAt = timeStamp;
    },
    isCapture,
  );
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressedAt = timeStamp;
    },
    isCapture,
  );
}
