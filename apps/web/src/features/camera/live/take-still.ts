import { type CaptureNote, captureWords } from '@second-read/core/report/capture-note';

/** As the specification has uploads (section 9): not encoded a second time before it is sent. */
const quality = 0.92;

/** The frame that a live view shows, at the camera's full size. */
export async function takeStill(video: HTMLVideoElement, note: CaptureNote): Promise<File> {
  const canvas = document.createElement('canvas');
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (!blob) throw new Error('The picture could not be kept');
  return new File([blob], fileNameOf(note), { type: 'image/jpeg' });
}

/** "75-s-after-acetic-acid.jpg": names nobody. */
export function fileNameOf(note: CaptureNote): string {
  return `${captureWords(note).toLowerCase().replaceAll(' ', '-')}.jpg`;
}

/** Resolves once the camera has shown something: whoever presses before that gets its first picture. */
export function firstFrame(video: HTMLVideoElement): Promise<void> {
  if (video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) return Promise.resolve();
  return new Promise((done) => {
    video.addEventListener('loadeddata', () => done(), { once: true });
  });
}
