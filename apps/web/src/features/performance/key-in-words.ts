/** How the field writes what a key of an evaluation abbreviates. */
const terms: Readonly<Record<string, string>> = {
  annocerv: 'AnnoCerv',
  auc: 'AUC',
  cdd: 'CDD',
  cesm: 'CESM',
  chestCt: 'chest CT',
  covid: 'COVID',
  ct: 'CT',
  ddsm: 'DDSM',
  dice: 'Dice',
  ece: 'expected calibration error',
  edh: 'epidural (EDH)',
  evans: "Evans'",
  fgd: 'F/G/D',
  froc: 'FROC',
  headCt: 'head CT',
  ich: 'ICH',
  infnet: 'Inf-Net',
  iph: 'intraparenchymal (IPH)',
  ivh: 'intraventricular (IVH)',
  lidc: 'LIDC',
  mias: 'MIAS',
  px: 'px',
  roc: 'ROC',
  sah: 'subarachnoid (SAH)',
  scikit: 'scikit',
  sdh: 'subdural (SDH)',
  swede: 'Swede',
  via: 'VIA',
};

/** `dice_breast_ddsm` → `Dice breast DDSM`: a key of metrics.json as a reader of the field expects it. */
export function keyInWords(key: string): string {
  const words = key.split('_').map((word) => terms[word] ?? word);
  const text = words.join(' ').replace(/ at ([\d.]+) (?:false )?per /, ' at $1 false marks per ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
