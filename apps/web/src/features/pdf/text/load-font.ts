const files = import.meta.glob<string>('../../../../../contract/fonts/*.ttf', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Addresses of the font files by name; a name that is not here has no file. */
const fontUrls: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(files).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1, -'.ttf'.length), url]),
);

/** Fetches a font; null where it cannot be had, and its characters print as a replacement mark. */
export async function loadFont(name: string): Promise<ArrayBuffer | null> {
  const url = fontUrls[name];
  if (url === undefined) return null;
  const response = await fetch(url);
  if (!response.ok) return null;
  return response.arrayBuffer();
}
