const files = import.meta.glob<string>('../../../fonts/*.ttf', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Addresses of the font files by name; a name that is not here has no file. */
const fontUrls: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1, -'.ttf'.length), url]),
);

/**
 * Fetches the named fonts; one that cannot be had is left out, and its characters print as a replacement
 * mark.
 */
export async function loadFonts(names: Iterable<string>): Promise<ReadonlyMap<string, ArrayBuffer>> {
  const loaded = await Promise.all([...names].map(async (name) => [name, await loadFont(name)] as const));
  return new Map(loaded.flatMap(([name, data]) => (data ? [[name, data]] : [])));
}

async function loadFont(name: string): Promise<ArrayBuffer | null> {
  const url = fontUrls[name];
  if (url === undefined) return null;
  const response = await fetch(url);
  if (!response.ok) return null;
  return response.arrayBuffer();
}
