import type { ModuleManifest } from '@second-read/core/analysis/manifest';

export const manifest: ModuleManifest = {
  id: 'cervix',
  reportIdPrefix: 'cervix',
  serviceType: 'cervix_segmentation',
  apiPath: 'cervix-segmentation',
  route: '/cervix-analysis',
  title: 'Cervix Image Analysis',
  trialName: 'Cervix Segmentation',
  pictureName: 'a photograph of the cervix',
  reads: { display: 'photograph', modalities: ['XC', 'ES', 'GM'] },
  card: {
    title: 'Cervix Segmentation',
    features: ['Image Segmentation', 'Lesion Detection', 'BIRADS Classification'],
  },
  historyLabel: 'Cervix Segmentation Analysis',
  findingTypes: [
    { id: 'lesion', label: 'Lesion', colour: '#FF6347' },
    { id: 'cervical tissue', label: 'Cervical Tissue', colour: '#20B2AA' },
    { id: 'abnormality', label: 'Abnormality', colour: '#FFD700' },
  ],
  colourKey: [
    { label: 'Cervical Tissue', colour: '#20B2AA' },
    { label: 'Lesion', colour: '#FF6347' },
    { label: 'Abnormality', colour: '#FFD700' },
    { label: 'Canal and columnar epithelium', colour: '#CBD5E1' },
  ],
  legend: { 0: 'background', 1: 'cervix', 2: 'lesion', 3: 'canal and columnar epithelium' },
  views: [
    { id: 'input', label: 'Input Image' },
    { id: 'segmented', label: 'Segmented Image' },
    { id: 'overlay', label: 'Overlay Image' },
  ],
  resultView: 'segmented',
  reencodesUploads: true,
  mostPixels: 100_000_000,
  timeoutMs: 60_000,
  camera: {
    // IARC, Visual inspection of the uterine cervix with acetic acid (2003): read one minute after it.
    waitSeconds: 60,
    // The median cervix of 208 VIA pictures takes 46 % of a 4:3 picture: a disc of 0.88 of the shorter side.
    guide: 0.88,
  },
  pdfFileName: 'cervix_analysis_{patientId}_{timestamp}.pdf',
  gallery: [
    {
      file: 'aceto_C57Aceto_3.jpg',
      label: 'Colposcopy, Swede 7',
      truth: 'acetowhite epithelium, Swede score 7',
    },
    { file: 'aceto_C10Aceto_2.jpg', label: 'Colposcopy, Swede 2' },
    { file: 'aceto_C60Aceto_3.jpg', label: 'Colposcopy, Swede 0' },
    { file: 'aceto_C74Aceto_2.jpg', label: 'Colposcopy, Swede 3' },
    { file: 'aceto_C53Aceto_3.jpg', label: 'Colposcopy, Swede 5' },
    { file: 'aceto_C73Aceto_1.jpg', label: 'Colposcopy, Swede 6' },
  ],
  imageFields: {
    original: 'original_image_url',
    segmented: 'predicted_mask_url',
    overlay: 'overlayed_image_url',
  },
  requiredFields: [],
  pdfWords: { nothingToDownload: 'No image available to download.' },
  publishedFigures: [
    'nnU-Net on the same VIA set, not peer reviewed: region Dice 0.94, junction 0.78, lesion 0.65.',
    'MobileODT EVA, CIN2+: sensitivity 89.3 %, specificity 26.1 %.',
  ],
};
