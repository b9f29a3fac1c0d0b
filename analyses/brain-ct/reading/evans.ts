/**
 * Evans' index, one rule for slice, exam and review: above `dilatedFrom` the ventricles are wide (Evans, Arch
 * Neurol Psychiatry 47:931, 1942; above 0.30 also by the guideline on normal pressure hydrocephalus, Relkin,
 * Neurosurgery 57:S2, 2005). Below `credibleFrom` one horn or a part of it was left out: half of the pictures
 * read by eye.
 */
export const dilatedFrom = 0.3;
export const credibleFrom = 0.2;
