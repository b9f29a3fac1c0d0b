const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** "4 min", "3 h 10 min", "2 d 5 h": two units at most, the larger first. */
export function waitingWords(seconds: number): string {
  if (seconds < hour) return `${Math.max(0, Math.floor(seconds / minute))} min`;
  if (seconds < day) return `${Math.floor(seconds / hour)} h ${Math.floor((seconds % hour) / minute)} min`;
  return `${Math.floor(seconds / day)} d ${Math.floor((seconds % day) / hour)} h`;
}
