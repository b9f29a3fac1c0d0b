/** A marker segment of JPEG or JPEG 2000: FF, its code, its length, its payload. */
export function segment(code: number, payload: Uint8Array): Uint8Array {
  const length = payload.length + 2;
  return Uint8Array.of(0xff, code, length >> 8, length & 0xff, ...payload);
}

/**
 * An RLE frame (PS3.5 annex G) of planes that are packed already; `surplus` lies in what its header does not
 * use.
 */
export function rleFrame(planes: readonly Uint8Array[], surplus: Uint8Array): Uint8Array {
  const header = new DataView(new ArrayBuffer(64));
  header.setUint32(0, planes.length, true);
  let at = 64;
  planes.forEach((plane, i) => {
    header.setUint32(4 + 4 * i, at, true);
    at += plane.length;
  });
  surplus.forEach((byte, i) => {
    header.setUint8(40 + i, byte);
  });
  return Uint8Array.of(...new Uint8Array(header.buffer), ...planes.flatMap((plane) => [...plane]));
}
