/**
 * How the log odds of a patient's likeliest steps of 5 mm become a probability, and from which one a bleeding
 * of the patient is named. Written by training/brain-ct/exam/exam_patient.py from patients that the networks
 * never saw.
 */
export const patientCalibration = { highest: 6, slope: 1.3826, offset: 1.1599 } as const;
export const namedFrom = 0.4;
