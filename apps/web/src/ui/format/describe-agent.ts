/** In the order asked: Edge and Opera name Chrome too, Chrome names Safari. */
const browsers = [
  ['Edge', /Edg\//],
  ['Opera', /OPR\//],
  ['Firefox', /Firefox\//],
  ['Chrome', /Chrome\//],
  ['Safari', /Safari\//],
] as const;
/** Android names Linux, iOS names Mac OS. */
const systems = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const;

/** A browser's name for itself in words: "Firefox on Windows"; a program's first word as it came. */
export function describeAgent(userAgent: string | null): string {
  if (!userAgent) return 'Unknown browser';
  const browser = browsers.find(([, mark]) => mark.test(userAgent))?.[0];
  const system = systems.find(([, mark]) => mark.test(userAgent))?.[0];
  if (!browser) return userAgent.split(' ')[0]?.slice(0, 40) || 'Unknown browser';
  return system ? `${browser} on ${system}` : browser;
}
