import { createIcon } from './create-icon.ts';

export const IconSunset2 = createIcon([
  'M3 13h1',
  'M20 13h1',
  'M5.6 6.6l.7 .7',
  'M18.4 6.6l-.7 .7',
  'M8 13a4 4 0 1 1 8 0',
  'M3 17h18',
  'M7 20h5',
  'M16 20h1',
  'M12 5v-1',
]);
