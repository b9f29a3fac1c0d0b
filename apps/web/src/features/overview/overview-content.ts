/** What an overview page says of one module. */
export interface OverviewContent {
  readonly title: string;
  readonly lead: string;
  readonly picture: { readonly name: string; readonly alt: string };
  readonly points: readonly { readonly title: string; readonly text: string }[];
  readonly limits: readonly string[];
}

export const breastOverview: OverviewContent = {
  title: 'Breast Analysis',
  lead: 'A mammogram goes in; tissue, masses, calcifications and axillary nodes come out marked in the image, with a BIRADS category and a written report.',
  picture: {
    name: 'breast-result',
    alt: 'The breast analysis screen: a segmented mammogram and its report',
  },
  points: [
    {
      title: 'Image Segmentation',
      text: 'Adipose and fibroglandular tissue, pectoral muscle, masses and calcifications, each in its own color. Point at a color to read the finding.',
    },
    {
      title: 'BIRADS Classification',
      text: 'A category by written rules, with the rule that led to it. Breast density is measured as a share of the breast.',
    },
    {
      title: 'Report Generation',
      text: 'Definition, density and shape of a mass, its measurement, and the confidence of each finding, on screen and as a PDF.',
    },
  ],
  limits: [
    'One view of one breast at a time: no comparison with the other side or with earlier examinations.',
    'A single image gives no full work-up: a category is a suggestion to check, never a decision.',
  ],
};

export const brainOverview: OverviewContent = {
  title: 'Brain CT Analysis',
  lead: 'An axial slice of a non-contrast head CT is described line by line: sulci, hypodense areas, mass effect, midline shift, ventricles and basal cisterns, then a diagnosis text.',
  picture: {
    name: 'brain-result',
    alt: 'The brain CT screen with a head CT slice and its table of observations',
  },
  points: [
    {
      title: 'Report Generation',
      text: 'A table of findings and observations in the order a radiologist reads, as a PDF in one click. What cannot be seen is called "Not assessed".',
    },
    {
      title: 'Lesion Detection',
      text: 'Hyperdense blood and hypodense areas are outlined by their Hounsfield values where the file carries them.',
    },
    {
      title: 'Volume Analysis',
      text: 'Ventricles, cisterns and lesions are measured on the slice, in millimeters where the pixel size is known.',
    },
  ],
  limits: [
    'One slice is read, not the whole series: what lies above or below is not seen.',
    'A slice without findings does not exclude hemorrhage or infarction.',
  ],
};
