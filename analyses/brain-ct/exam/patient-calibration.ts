/** How the log odds of a patient's likeliest steps become a probability. */
export const patientCalibration = { highest: 3, slope: 0.8, offset: 0.5 } as const;
/** A bleeding of the patient is named from this probability on. */
export const namedFrom = 0.5;
