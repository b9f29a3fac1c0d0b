export { chargeTrial, holdTrial, requireTrial, reserveTrial, usageOf } from './charge.ts';
export { countTrials as trialRoutes } from './count-trials.ts';
