export { demoRoutes } from './reset-demo.ts';
export { samplesFolder } from './sample-reports.ts';
export { ensureDemoAccount, seedDemo } from './seed-demo.ts';
