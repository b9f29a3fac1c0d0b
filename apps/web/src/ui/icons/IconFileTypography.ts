import { createIcon } from './create-icon.ts';

export const IconFileTypography = createIcon([
  'M14 3v4a1 1 0 0 0 1 1h4',
  'M17 21h-10a2 2 0 0 1 -2 -2v-14a2 2 0 0 1 2 -2h7l5 5v11a2 2 0 0 1 -2 2',
  'M11 18h2',
  'M12 18v-7',
  'M9 12v-1h6v1',
]);
