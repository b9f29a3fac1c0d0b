/** The server's word for pictures of the archive, for as long as they are held. */
const origins = new WeakMap<File, string>();

/** Remembers which picture of the archive a file is, on its way through a series. */
export function rememberOrigin(file: File, origin: string): void {
  origins.set(file, origin);
}

/** Undefined of a file that did not come from the archive. */
export function originOf(file: File): string | undefined {
  return origins.get(file);
}
