export { visibleText } from '@second-read/core/report/visible-text';
