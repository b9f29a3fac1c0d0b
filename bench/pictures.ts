/** Seeded noise over a smooth course: compresses like a mammogram, not like a test chart. */
export function syntheticMammogram(width: number, height: number): Uint16Array {
  const data = new Uint16Array(width * height);
  let state = 1;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
      const distance = Math.hypot(x / width, y / height - 0.5) / 0.6;
      const tissue = Math.max(0, 1 - distance * distance) * 3000;
      data[y * width + x] = tissue === 0 ? 0 : Math.round(tissue + (state >>> 26));
    }
  }
  return data;
}
