/** How the field writes what a key of an evaluation abbreviates. */
const terms: Readonly<Record<string, string>> = {
  aisd: 'AISD',
  annocerv: 'AnnoCerv',
  auc: 'AUC',
  cdd: 'CDD',
  centre: 'center',
  cesm: 'CESM',
  chestCt: 'chest CT',
  colour: 'color',
  covid: 'COVID',
  cpaisd: 'CPAISD',
  ct: 'CT',
  ddsm: 'DDSM',
  dice: 'Dice',
  dicom: 'DICOM',
  dm: 'digital mammograms',
  dx: 'Dx',
  ece: 'expected calibration error',
  edh: 'epidural (EDH)',
  evans: "Evans'",
  fgd: 'fatty, glandular or dense',
  froc: 'FROC',
  haemorrhage: 'hemorrhage',
  headCt: 'head CT',
  ich: 'ICH',
  infnet: 'Inf-Net',
  iph: 'intraparenchymal (IPH)',
  iq: 'IQ',
  ivh: 'intraventricular (IVH)',
  lidc: 'LIDC',
  luna: 'LUNA',
  mastery: 'Mastery',
  mbh25: 'MBH25',
  mias: 'MIAS',
  mm: 'mm',
  mri: 'MRI',
  msd: 'MSD',
  neighbours: 'neighbors',
  oth: 'OTH',
  petct: 'PET-CT',
  phe: 'PHE',
  px: 'px',
  roboflow: 'Roboflow',
  roc: 'ROC',
  rsna: 'RSNA',
  sah: 'subarachnoid (SAH)',
  scikit: 'scikit',
  sdh: 'subdural (SDH)',
  sich: 'SICH',
  swede: 'Swede',
  tumour: 'tumor',
  via: 'VIA',
};

/** What stands alone too short to be understood, in full. */
const phrases: Readonly<Record<string, string>> = {
  accept_from: 'Accepted from a score of',
  all_three_alike: 'Bleeding, level and shift alike',
  called_negative: 'Called negative',
  named: 'Named of the lesions that are there',
  named_alike: 'Bleeding named alike',
  named_from: 'Named from a probability of',
  named_on_slices_with: 'Named on slices with a nodule',
  named_on_slices_without: 'Named on slices without a nodule',
  of: 'Cases it is of',
  passed: 'Among slices that the gate lets pass',
  plain_no_among_visible: 'Called negative among visible bleedings',
  put_up_for_review: 'Flagged for review',
  report_from: 'Reported from a score of',
  threshold: 'Threshold of the probability',
  untouched: 'Left as they were',
};

/** Parts of a source's name: `breast/mias` is a source of pictures of the breast. */
const organs: Readonly<Record<string, string>> = { other: 'of other things', gallery: 'shipped samples' };

/** `dice_breast_ddsm` → `Dice breast DDSM`: a key of metrics.json as a reader of the field expects it. */
export function keyInWords(key: string): string {
  const phrase = phrases[key];
  if (phrase !== undefined) return phrase;
  const [organ, source] = key.split('/');
  if (source !== undefined && organ !== undefined)
    return capital(`${wordsOf(source.replaceAll('-', '_'))} (${organs[organ] ?? organ})`);
  return capital(wordsOf(key));
}

function wordsOf(key: string): string {
  const words = key.split('_').map((word) => terms[word] ?? word);
  return words
    .join(' ')
    .replace(/ at ([\d.]+) (?:false )?per /, ' at $1 false marks per ')
    .replace(/\b(\d) (\d+)\b/g, '$1.$2')
    .replace(/ percent\b/, ' %')
    .replace(/\bPHE SICH\b/, 'PHE-SICH');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
