const segment = /^[a-z0-9][a-z0-9._-]{0,127}$/i;
const maxKeyLength = 512;

/**
 * Keys are made by the server. One that is not of the form `a/b/c` is a bug and throws before any access.
 */
export function assertBlobKey(key: string): string {
  const isPlain = key.length <= maxKeyLength && key.split('/').every((part) => segment.test(part));
  if (!isPlain) throw new Error(`Not a blob key: ${JSON.stringify(key.slice(0, 80))}`);
  return key;
}
