/**
 * Draws the icons of the installed application from `public/favicon.svg`: `node
 * apps/web/scripts/make-icons.mjs`. A maskable icon may be cut to a circle of 80 % of its width, so that
 * its drawing is smaller and its ground has no corners.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

const folder = join(import.meta.dirname, '..', 'public');
const logo = readFileSync(join(folder, 'favicon.svg'), 'utf8');
const icons = join(folder, 'icons');
mkdirSync(icons, { recursive: true });

const draw = (svg, side, name) =>
  sharp(Buffer.from(svg), { density: (72 * side) / 32 })
    .resize(side, side)
    .png({ compressionLevel: 9, palette: true })
    .toFile(join(icons, name));

const inner = logo
  .replace(/^.*<\/title>/s, '')
  .replace(/<rect[^>]*>/, '')
  .replace('</svg>', '');
const ground = '<rect width="32" height="32" fill="#0f141b"/>';
const smaller = `<g transform="translate(16 16) scale(0.8) translate(-16 -16)">${inner}</g>`;
const square = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${ground}${smaller}</svg>`;

await draw(logo, 192, 'icon-192.png');
await draw(logo, 512, 'icon-512.png');
await draw(square, 512, 'maskable-512.png');
await draw(square, 180, 'apple-touch-icon.png');
