import fitted from '../model/calibration.json' with { type: 'json' };
import type { LogisticModel } from './classifier.ts';

/** Constants fitted on training films by `training/breast/calibrate.py`; none is set by hand. */
export interface Calibration {
  /** Measures of `massFeatureNames` → a lesion. */
  readonly mass: LogisticModel;
  /** Measures of `massFeatureNames` → a malignant lesion. */
  readonly malignantMass: LogisticModel;
  /** Measures of `clusterFeatures` → a calcification cluster. */
  readonly cluster: LogisticModel;
  /** Image measures → anything abnormal, anything malignant. */
  readonly abnormal: LogisticModel;
  readonly malignant: LogisticModel;
  /** Probabilities from which the report names a finding. */
  readonly operating: NamingPoints;
  /** Probabilities, lower ones, from which a place can be the second view of a named one. */
  readonly marks: NamingPoints;
  /** Share of malignant films among those that it was fitted to. */
  readonly prevalence: number;
  readonly density: DensityCalibration;
  /** Strongest axillary response per training film, sorted: turns a response into a percentile. */
  readonly axillaResponses: readonly number[];
}

interface NamingPoints {
  readonly mass: number;
  readonly calcification: number;
}

export interface DensityCalibration {
  /** Measures of `densityFeatures` → log-odds of more than fatty, and of dense (MIAS F | G | D). */
  readonly aboveFatty: LogisticModel;
  readonly dense: LogisticModel;
}

export const calibration: Calibration = fitted;
