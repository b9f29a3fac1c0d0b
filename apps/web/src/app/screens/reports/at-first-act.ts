/** What a reader does on a list before a row is opened. */
const acts = ['pointermove', 'pointerdown', 'keydown', 'focusin', 'scroll'] as const;

/**
 * Calls `then` once, at the reader's first act: what only an opened row needs leaves the network and the
 * processor to the list until somebody is there to open one. Returns the way out.
 */
export function atFirstAct(then: () => void): () => void {
  const done = new AbortController();
  const once = () => {
    done.abort();
    // After the frame that answers the act itself.
    requestAnimationFrame(() => setTimeout(then));
  };
  for (const act of acts) {
    window.addEventListener(act, once, { capture: true, passive: true, signal: done.signal });
  }
  return () => done.abort();
}
