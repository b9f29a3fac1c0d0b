/** Groups that a data set without preamble begins with: meta information, or identification. */
const firstGroups = [0x0002, 0x0008];
const explicitVr = /^(AE|AS|AT|CS|DA|DS|DT|FL|FD|IS|LO|LT|OB|OD|OF|OW|PN|SH|SL|SQ|SS|ST|TM|UI|UL|UN|US|UT)$/;

/**
 * Whether bytes without the `DICM` prefix look like a DICOM data set: a low first tag and a plausible length.
 */
export function looksLikeDataset(bytes: Uint8Array): boolean {
  if (bytes.length < 16) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return fits(view, true) || fits(view, false);
}

function fits(view: DataView, littleEndian: boolean): boolean {
  const group = view.getUint16(0, littleEndian);
  const element = view.getUint16(2, littleEndian);
  if (!firstGroups.includes(group) || element > 0x0100) return false;
  const vr = String.fromCharCode(view.getUint8(4), view.getUint8(5));
  if (explicitVr.test(vr)) return view.getUint16(6, littleEndian) <= view.byteLength - 8;
  return littleEndian && view.getUint32(4, true) <= Math.min(1024, view.byteLength - 8);
}
