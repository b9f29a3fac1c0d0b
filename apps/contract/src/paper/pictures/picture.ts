/** One picture of a report as the PDF takes it. */
export interface PdfPicture {
  /** JPEG bytes; the 1x1 placeholder where the picture could not be loaded. */
  readonly jpeg: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly loaded: boolean;
}

/** A white JPEG of one pixel, in place of an image that cannot be loaded at all. */
const placeholderBase64 =
  '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==';

export const placeholderPicture: PdfPicture = {
  jpeg: Uint8Array.from(atob(placeholderBase64), (character) => character.charCodeAt(0)),
  width: 1,
  height: 1,
  loaded: false,
};

/**
 * "[Failed to load original image]": shown, in red, in place of an image. Abbreviations such as CT
 * stay.
 */
export function failedLabel(label: string): string {
  const words = label.replace(/\p{L}+/gu, (word) =>
    word === word.toUpperCase() ? word : word.toLowerCase(),
  );
  return `[Failed to load ${/\b(image|mask|figure|view)\b/.test(words) ? words : `${words} image`}]`;
}
