import { createIcon } from './create-icon.ts';

export const IconChevronDown = createIcon(['M6 9l6 6l6 -6']);
