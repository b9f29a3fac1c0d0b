export { readingOfRow } from './reading-of-row.ts';
