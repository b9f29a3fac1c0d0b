import { expect, it } from 'vitest';
import { loadSource } from './load-source.ts';

const options = { frame: null };
const base64 = (text: string) => new Blob([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))]);
/** Written by Pillow: 5 × 3 pixels, one and two pictures. */
const gif =
  'R0lGODdhBQADAIMAAMjI8JbItGTIeMhkeJZkWmRkPDLIPADIADJkHgBkAMgAAJYAAGQAADIAAAAAAAAAACwAAAAABQADAAAIFAAdNGCwQEECBAUIDDhgQEAAAAEBADs=';
const animated =
  'R0lGODlhBQADAIMAAMjI8JbItGTIeMhkeJZkWmRkPDLIPADIADJkHgBkAMgAAJYAAGQAADIAAAAAAAAAACH5BAABAAAALAAAAAAFAAMAAAgUAB00YLBAQQIEBQgMOGBAQAAAAQEAIfkEAQEADwAsAAAAAAUAAwCDAAAAERERIiIiMzMzREREVVVVZmZmd3d3iIiImZmZqqqqu7u7zMzM3d3d7u7uAAAACBQAHwQQMIBAAQMHECRQsIBBAwcBAQA7';
const bitmap =
  'Qk1mAAAAAAAAADYAAAAoAAAABQAAAAMAAAABABgAAAAAADAAAADEDgAAxA4AAAAAAAAAAAAAAMgAPMgyeMhktMiW8MjIAABkAB5kMjxkZFpklnhkyAAAAAAAADIAAGQAAJYAAMgA';

it.each([
  ['GIF', gif],
  ['bitmap', bitmap],
])('a chosen %s is shown as the server reads it', async (_kind, text) => {
  const loaded = await loadSource(base64(text), options);
  expect(loaded).toMatchObject({ kind: 'picture', picture: { kind: 'colour', width: 5, height: 3 } });
  const samples = loaded?.kind === 'picture' ? loaded.picture.samples : [];
  expect([...samples.slice(0, 6)]).toEqual([0, 0, 0, 50, 0, 0]);
});

it('what the server would refuse is known when it is chosen', async () => {
  expect(await loadSource(base64(animated), options)).toEqual({ kind: 'unreadable', why: 'animated' });
  const packed = new Uint8Array(await base64(bitmap).arrayBuffer());
  packed[30] = 1;
  const loaded = await loadSource(new Blob([packed]), options);
  expect(loaded).toEqual({ kind: 'unreadable', why: 'compressed_bitmap' });
  const cut = await base64(gif).slice(0, 90).arrayBuffer();
  expect(await loadSource(new Blob([cut]), options)).toEqual({ kind: 'unreadable', why: 'damaged' });
});
