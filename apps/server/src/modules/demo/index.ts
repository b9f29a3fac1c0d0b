export { samplesFolder } from './sample-reports.ts';
export { ensureDemoAccount, seedDemo } from './seed-demo.ts';
