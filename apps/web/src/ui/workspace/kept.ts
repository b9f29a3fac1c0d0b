/** What an account left of a panel in this browser; null where nothing is kept, or storage is forbidden. */
export function readKept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Without storage it holds until the page is left. */
export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing is lost but the next visit's memory.
  }
}

/** Two readers at one computer do not move each other's panels. */
export function keptKey(what: 'folded' | 'width', name: string, owner: string | number | undefined): string {
  return `${what}-${name}-${owner ?? 'visitor'}`;
}
