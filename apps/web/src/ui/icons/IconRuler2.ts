import { createIcon } from './create-icon.ts';

export const IconRuler2 = createIcon([
  'M17 3l4 4l-14 14l-4 -4l14 -14',
  'M16 7l-1.5 -1.5',
  'M13 10l-1.5 -1.5',
  'M10 13l-1.5 -1.5',
  'M7 16l-1.5 -1.5',
]);
