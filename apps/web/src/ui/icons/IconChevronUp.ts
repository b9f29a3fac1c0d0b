import { createIcon } from './create-icon.ts';

export const IconChevronUp = createIcon(['M6 15l6 -6l6 6']);
