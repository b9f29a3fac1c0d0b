/** Why there is no live view. */
export type CameraProblem = 'insecure' | 'denied' | 'none' | 'busy';

/** What the browser's camera is asked for: the rear one, as sharp as it goes up to 12 megapixels. */
export const cameraWanted: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 4032 }, height: { ideal: 3024 } },
};

/** By the name of the error of `getUserMedia` (Media Capture and Streams, section 10). */
export function cameraProblemOf(error: unknown): CameraProblem {
  const name = error instanceof DOMException || error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'none' : 'busy';
}

/** Why, and what to do; a file is offered beside each. */
export const cameraWords: Readonly<Record<CameraProblem, string>> = {
  insecure:
    'Browsers show the camera on secure addresses (https) only. Use the camera app of the device instead, or ask your administrator for a secure address.',
  denied:
    'This browser may not use the camera. Allow it in the settings of the site, beside its address, and try again; or use the camera app of the device.',
  none: 'No camera was found on this device. Connect one and try again, or choose a picture file.',
  busy: 'The camera did not start: another program may be using it. Close it and try again, or use the camera app of the device.',
};
