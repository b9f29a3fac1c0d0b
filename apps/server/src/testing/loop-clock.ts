const beatMs = 50;

/**
 * Tells how long this process has really been running since, in milliseconds: a beat that came late counts
 * once, so that what a busy machine gave to other programs meanwhile counts for nobody.
 */
export function startLoopClock(): { stop(): number } {
  let beats = 0;
  const timer = setInterval(() => {
    beats += 1;
  }, beatMs);
  return {
    stop: () => {
      clearInterval(timer);
      return beats * beatMs;
    },
  };
}
