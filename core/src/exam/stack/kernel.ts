/**
 * Whether a reconstruction's filter is a soft or a sharp one, by its name: Siemens numbers them (B30f, H60s,
 * Br40, J30s), GE and others name them. Undefined where the name tells nothing.
 */
export function kernelKind(name: string | undefined): 'soft' | 'sharp' | undefined {
  if (name === undefined) return undefined;
  if (/bone|lung|edge|detail|sharp|hr\b/i.test(name)) return 'sharp';
  if (/stand|soft|smooth|brain/i.test(name)) return 'soft';
  const number = /^[A-Z][a-z]?(\d\d)/.exec(name)?.[1];
  return number === undefined ? undefined : Number(number) >= 50 ? 'sharp' : 'soft';
}
