import { useEffect, useState } from 'react';

/** A clock that only goes forward, whatever happens to that of the device; ticks while `isRunning`. */
export const now = () => performance.now();

export function useNow(isRunning: boolean): number {
  const [time, setTime] = useState(now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setTime(now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  return time;
}
