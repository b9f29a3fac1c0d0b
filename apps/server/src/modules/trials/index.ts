export { chargeTrial, holdTrial, requireTrial, usageOf } from './charge.ts';
export { countTrials as trialRoutes } from './count-trials.ts';
export { inFlightOf } from './trials.repository.ts';
