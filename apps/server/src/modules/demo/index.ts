export { ensureDemoAccount, seedDemo } from './seed-demo.ts';
