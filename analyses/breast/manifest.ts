import type { ModuleManifest } from '@second-read/core/analysis/manifest';

export const manifest: ModuleManifest = {
  id: 'breast',
  reportIdPrefix: 'breast',
  serviceType: 'breast_segmentation',
  apiPath: 'breast_segmentation',
  route: '/breast-analysis',
  title: 'Breast Analysis',
  trialName: 'Breast Segmentation',
  card: {
    title: 'Breast Analysis',
    features: ['Image Segmentation', 'Report Generation', 'BIRADS Classification'],
  },
  historyLabel: 'Breast Segmentation Analysis',
  findingTypes: [
    { id: 'mass', label: 'Mass', colour: '#2ECC71' },
    { id: 'axilla', label: 'Axilla', colour: '#FF69B4' },
    { id: 'calcification', label: 'Calcification', colour: '#D2B48C' },
    { id: 'breast tissue', label: 'Breast Tissue', colour: '#2196F3' },
  ],
  legend: {
    0: 'background',
    1: 'adipose',
    2: 'fibroglandular',
    3: 'pectoral',
    4: 'mass',
    5: 'calcification',
    6: 'axillary node',
  },
  views: [
    { id: 'input', label: 'Input Image' },
    { id: 'segmented', label: 'Segmented Image' },
    { id: 'overlay', label: 'Overlay Image' },
  ],
  resultView: 'segmented',
  reencodesUploads: true,
  timeoutMs: 30_000,
  pdfFileName: 'medical-report-{patientId}-{timestamp}.pdf',
  gallery: [
    { file: 'cesm_p150_l_dm_cc.png', label: 'Left CC' },
    { file: 'cesm_p188_r_dm_mlo.png', label: 'Right MLO' },
    { file: 'cesm_p276_l_dm_cc.png', label: 'Left CC' },
    { file: 'cesm_p289_r_dm_cc.png', label: 'Right CC' },
  ],
  imageFields: { original: 'original_image_url', segmented: 'segmented_image_url' },
};
