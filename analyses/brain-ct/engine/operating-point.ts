/** Written by training/brain-ct/evaluate.py from out-of-fold probabilities; see the README. */
export const haemorrhageFrom = 0.1734;
