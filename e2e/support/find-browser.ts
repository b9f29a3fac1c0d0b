import { existsSync } from 'node:fs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Path of an installed Chromium or Chrome; `CHROMIUM_PATH` wins. Browsers are not downloaded. */
export function findBrowser(): string {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== '') return named;
  const found = places.find((place) => existsSync(place));
  if (found === undefined) {
    throw new Error('No Chromium or Chrome found. Install one, or set CHROMIUM_PATH to its program.');
  }
  return found;
}
