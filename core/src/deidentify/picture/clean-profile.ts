const headerLength = 128;
/** No honest profile has more. */
const maxTags = 200;
/** Tags may share data, usually the three curves; limit of their total size, in profiles. */
const maxShared = 8;

/** Tags that say how numbers become colours (ICC.1:2022, section 9.2). */
const colourTags = new Set([
  ...['rXYZ', 'gXYZ', 'bXYZ', 'wtpt', 'bkpt', 'rTRC', 'gTRC', 'bTRC', 'kTRC', 'chad', 'chrm', 'lumi', 'gamt'],
  ...['A2B0', 'A2B1', 'A2B2', 'B2A0', 'B2A1', 'B2A2', 'D2B0', 'D2B1', 'D2B2', 'D2B3', 'B2D0', 'B2D1', 'B2D2'],
]);
/** Types that hold numbers only. */
const numberTypes = new Set(['XYZ ', 'curv', 'para', 'sf32', 'mft1', 'mft2', 'mAB ', 'mBA ', 'mpet', 'chrm']);

/**
 * An ICC profile of the same length without its texts: descriptions, copyright, makers, private tags become
 * zeros. Undefined if the profile is invalid; readers then assume sRGB.
 */
export function cleanProfile(profile: Uint8Array): Uint8Array | undefined {
  const view = new DataView(profile.buffer, profile.byteOffset, profile.byteLength);
  if (view.byteLength < headerLength + 4 || nameAt(profile, 36) !== 'acsp') return undefined;
  const count = view.getUint32(headerLength);
  const tableEnd = headerLength + 4 + count * 12;
  if (count > maxTags || tableEnd > profile.length) return undefined;
  const clean = new Uint8Array(profile.length);
  let copied = 0;
  clean.set(profile.subarray(0, tableEnd));
  clean.fill(0, 84, headerLength); // profile ID and what is reserved
  for (let at = headerLength + 4; at < tableEnd; at += 12) {
    const offset = view.getUint32(at + 4);
    const end = offset + view.getUint32(at + 8);
    if (offset < tableEnd || end > profile.length || end < offset + 8) return undefined;
    copied += end - offset;
    if (copied > maxShared * profile.length) return undefined;
    const isColour = colourTags.has(nameAt(profile, at)) && numberTypes.has(nameAt(profile, offset));
    clean.set(profile.subarray(offset, isColour ? end : offset + 4), offset);
  }
  return clean;
}

function nameAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4));
}
