import type { AnalysisId } from '@second-read/core/analysis/manifest';

/** Figures others published on comparable tasks and other data: a scale to read ours by, not a ranking. */
export const published: Readonly<Record<AnalysisId, readonly string[]>> = {
  breast: [
    'Lunit INSIGHT MMG: AUC 0.910.',
    'ScreenPoint Transpara: score 10 captures 86.8 % of screen-detected cancers.',
  ],
  'brain-ct': [
    'qER on CQ500: hemorrhage AUC 0.94, midline shift 0.97, mass effect 0.92.',
    'CT-ICH U-Net (Hssayeni 2020): segmentation Dice 0.31.',
  ],
  lung: [
    'LIDC nodules: Dice 0.83; between readers 0.55 to 0.59 IoU.',
    'COVID infection (Inf-Net): Dice 0.68 to 0.74.',
  ],
  cervix: [
    'nnU-Net on the same VIA set, not peer reviewed: region Dice 0.94, junction 0.78, lesion 0.65.',
    'MobileODT EVA, CIN2+: sensitivity 89.3 %, specificity 26.1 %.',
  ],
};
