import { manifests } from '@second-read/analyses/manifests';
import type { ServiceType } from '@second-read/core/analysis/manifest';
import { Problem } from '../../calls/problem.ts';
import type { AppContext, Executor } from '../../context.ts';
import { findUsage, lockTrial, type ServiceUsage, useOne } from './trials.repository.ts';

interface Trial {
  readonly userId: string;
  readonly serviceType: ServiceType;
}

/**
 * Trials belong to an account: each user has `uploadsPerType` analyses per service.
 *
 * A queued or running analysis reserves one, so that nothing is computed that could not be delivered. Its
 * row is the reservation: whatever ends the analysis releases it. The account's row is locked to the end of
 * the transaction, in which the caller inserts the analysis and then passes how many others are in flight
 * (`inFlightOf`) to the returned function, which throws when no trial is free.
 */
export async function holdTrial(
  tx: Executor,
  trial: Trial,
  { config }: Pick<AppContext, 'config'>,
): Promise<(inFlight: number) => void> {
  const { used, allowed } = await lockTrial(tx, { ...trial, allowed: config.limits.uploadsPerType });
  return (inFlight) => {
    if (used + inFlight >= allowed) throw noTrialsRemaining(trial.serviceType);
  };
}

/**
 * Charges a result in the transaction that stores it, before its analysis is locked, as `lockOrder` has it.
 * Throws when none is left, undoing the transaction.
 */
export async function chargeTrial(tx: Executor, trial: Trial): Promise<void> {
  if (!(await useOne(tx, trial))) throw noTrialsRemaining(trial.serviceType);
}

/** Throws when all are used up, which avoids an upload that cannot succeed. */
export async function requireTrial(trial: Trial, context: Pick<AppContext, 'db' | 'config'>): Promise<void> {
  const usage = await usageOf(trial.userId, context);
  const service = usage.find((each) => each.serviceType === trial.serviceType);
  if (service && service.used >= service.allowed) throw noTrialsRemaining(trial.serviceType);
}

export function usageOf(
  userId: string,
  { db, config }: Pick<AppContext, 'db' | 'config'>,
): Promise<ServiceUsage[]> {
  return findUsage(db, userId, config.limits.uploadsPerType);
}

function noTrialsRemaining(serviceType: ServiceType): Problem {
  const name = manifests.find((manifest) => manifest.serviceType === serviceType)?.trialName ?? serviceType;
  return new Problem('no_trials_remaining', `No trials remaining for ${name}`);
}
