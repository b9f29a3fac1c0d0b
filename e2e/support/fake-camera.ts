import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { samplePath } from './clinician.ts';
import { findBrowser } from './find-browser.ts';

/** What the browser's camera plays: written anew before it opens. */
const clip = join(tmpdir(), `second-read-camera-${process.env.E2E_PORT}.mjpeg`);

/** How to start a browser whose camera plays the clip, and which lets every page use it. */
export const cameraLaunch = {
  executablePath: findBrowser(),
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${clip}`,
  ],
};

/** Lets the camera see a gallery picture of the cervix; `blur` in pixels of 1280. */
export async function showToCamera({ name = 'aceto_C10Aceto_2.jpg', blur = 0 } = {}): Promise<void> {
  const picture = sharp(samplePath(`cervix/${name}`)).resize(1280, 960, { fit: 'cover' });
  const seen = blur > 0 ? picture.blur(blur) : picture;
  const frame = await seen.jpeg({ quality: 90, chromaSubsampling: '4:2:0' }).toBuffer();
  await writeFile(clip, Buffer.concat(Array.from({ length: 6 }, () => frame)));
}
