/** Rounding through YCbCr separates the channels of a grey picture by this much at most, at 8 bit. */
const roundingOfYcc = 2;

/**
 * Whether three interleaved channels are those of a grey picture: `exact` everywhere equal, `near` for
 * 8-bit pictures that went through a lossy colour format.
 */
export function greyness(data: Uint8Array | Uint16Array): 'exact' | 'near' | 'colour' {
  let spread = 0;
  for (let i = 0; i < data.length; i += 3) {
    const red = data[i] ?? 0;
    const green = data[i + 1] ?? 0;
    const blue = data[i + 2] ?? 0;
    if (red === green && red === blue) continue;
    spread = Math.max(spread, Math.abs(red - green), Math.abs(green - blue), Math.abs(blue - red));
    if (data instanceof Uint16Array || spread > roundingOfYcc) return 'colour';
  }
  return spread === 0 ? 'exact' : 'near';
}
