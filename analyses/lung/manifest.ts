import type { ModuleManifest } from '@second-read/core/analysis/manifest';

export const manifest: ModuleManifest = {
  id: 'lung',
  reportIdPrefix: 'lung',
  serviceType: 'lung_segmentation',
  apiPath: 'lung_segmentation',
  route: '/lung-analysis',
  title: 'Lung CT Analysis',
  trialName: 'Lung Segmentation',
  card: {
    title: 'Lung CT Analysis',
    features: ['Image Segmentation', 'Report Generation', 'Nodule Detection'],
  },
  historyLabel: 'Lung Segmentation Analysis',
  findingTypes: [
    { id: 'nodule', label: 'Nodule', colour: '#E69F00' },
    { id: 'ground-glass', label: 'Ground-glass opacity', colour: '#56B4E9' },
    { id: 'consolidation', label: 'Consolidation', colour: '#CC79A7' },
  ],
  legend: {
    0: 'background',
    1: 'left lung',
    2: 'right lung',
    3: 'nodule',
    4: 'ground-glass',
    5: 'consolidation',
  },
  views: [
    { id: 'input', label: 'Input Image' },
    { id: 'segmented', label: 'Segmented Image' },
    { id: 'overlay', label: 'Overlay Image' },
  ],
  resultView: 'segmented',
  reencodesUploads: false,
  timeoutMs: 60_000,
  pdfFileName: 'lung-ct-report-{patientId}-{timestamp}.pdf',
  gallery: [
    { file: 'ct_a0002_08.dcm', label: 'Whole slice, DICOM 8' },
    { file: 'ct_a0002_15.dcm', label: 'Whole slice, DICOM 15' },
    { file: 'ct_a0002_06_lung_window.png', label: 'Whole slice 6, lung window' },
    { file: 'ct_a0002_13_lung_window.png', label: 'Whole slice 13, lung window' },
    { file: 'nodule_0134_n0_s01.png', label: 'Crop, case 0134' },
    { file: 'nodule_0217_n0_s03.png', label: 'Crop, case 0217' },
    { file: 'nodule_0501_n1_s02.png', label: 'Crop, case 0501' },
    { file: 'nodule_0749_n4_s03.png', label: 'Crop, case 0749' },
    { file: 'nodule_0974_n0_s01.png', label: 'Crop, case 0974' },
    { file: 'nodule_0985_n0_s05.png', label: 'Crop, case 0985' },
  ],
  displayWindow: { centre: -600, width: 1500 },
  // Customary windows of the chest; no standard fixes them.
  windowPresets: [
    { label: 'Lung', centre: -600, width: 1500 },
    { label: 'Mediastinum', centre: 50, width: 350 },
    { label: 'Bone', centre: 400, width: 1800 },
  ],
  steps: ['nodule'],
  imageFields: { original: 'original_image_url', segmented: 'segmented_image_url' },
};
