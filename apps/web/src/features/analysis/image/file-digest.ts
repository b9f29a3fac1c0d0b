const digests = new WeakMap<File, Promise<string>>();

/**
 * SHA-256 of a file in hexadecimal, made once. Rejects on plain HTTP, where browsers do not offer it, and
 * where the file is gone.
 */
export function fileDigest(file: File): Promise<string> {
  const cached = digests.get(file) ?? digest(file);
  digests.set(file, cached);
  return cached;
}

async function digest(file: File): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
