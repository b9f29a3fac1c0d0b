/** The page of the handbook that fits the screen of an address. */
export function helpPageOf(pathname: string, isNarrow: boolean): string {
  if (/^\/(administration|audit-trail|setup)/.test(pathname)) return 'administrator';
  if (isNarrow && /^\/(cervix-analysis|dashboard)/.test(pathname)) return 'phone';
  return 'reader';
}
