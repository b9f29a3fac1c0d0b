import type { ModuleManifest } from '@second-read/core/analysis/manifest';

export const manifest: ModuleManifest = {
  id: 'brain-ct',
  reportIdPrefix: 'brain',
  serviceType: 'brain_ct_classification',
  apiPath: 'brain_ct',
  route: '/brain-analysis',
  title: 'Brain Image Classification',
  trialName: 'Brain CT Classification',
  pictureName: 'a head CT',
  card: {
    title: 'Brain CT Analysis',
    features: ['Report Generation', 'Lesion Detection', 'Volume Analysis'],
  },
  historyLabel: 'Brain Classification Analysis',
  findingTypes: [
    { id: 'haemorrhage', label: 'Hemorrhage', colour: '#D55E00' },
    { id: 'hypodense area', label: 'Hypodense area', colour: '#CC79A7' },
    { id: 'ventricles', label: 'Ventricles and cisterns', colour: '#56B4E9' },
    { id: 'sulci', label: 'Sulcal CSF', colour: '#009E73' },
  ],
  // Classification without segmented views: the figure carries its own key.
  colourKey: [],
  legend: {
    0: 'background',
    1: 'brain',
    2: 'ventricles and cisterns',
    3: 'haemorrhage',
    4: 'hypodense',
    5: 'sulcal CSF',
    6: 'skull',
  },
  views: [],
  resultView: 'input',
  reencodesUploads: false,
  timeoutMs: 60_000,
  pdfFileName: 'brain-ct-report-{patientId}-{timestamp}.pdf',
  gallery: [
    { file: 'ct_normal_ventricles_061_12.png', label: 'Ventricle level' },
    { file: 'ct_normal_2_106_19.png', label: 'High convexity' },
    { file: 'ct_epidural_075_32.png', label: 'Case 075' },
    { file: 'ct_subdural_071_32.png', label: 'Case 071, high' },
    { file: 'ct_intraparenchymal_subdural_071_16.png', label: 'Case 071, low' },
    { file: 'ct_intraventricular_080_22.png', label: 'Case 080' },
  ],
  displayWindow: { centre: 40, width: 80 },
  // Customary windows of the head; no standard fixes them.
  windowPresets: [
    { label: 'Brain', centre: 40, width: 80 },
    { label: 'Subdural', centre: 75, width: 215 },
    { label: 'Stroke', centre: 40, width: 40 },
    { label: 'Bone', centre: 600, width: 2800 },
  ],
  imageFields: { original: 'input_img', figure: 'figure_img' },
};
