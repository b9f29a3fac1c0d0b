import type { ModuleManifest } from '@second-read/core/analysis/manifest';

export const manifest: ModuleManifest = {
  id: 'phantom',
  reportIdPrefix: 'phantom',
  serviceType: 'phantom_inserts',
  apiPath: 'phantom_inserts',
  route: '/phantom-analysis',
  title: 'Phantom Analysis',
  trialName: 'Phantom Inserts',
  pictureName: 'an image of a test phantom',
  card: { title: 'Phantom Analysis', features: ['Insert Detection', 'Diameter', 'Report Generation'] },
  historyLabel: 'Phantom Analysis',
  findingTypes: [{ id: 'insert', label: 'Insert', colour: '#009E73' }],
  colourKey: [{ label: 'Insert', colour: '#009E73' }],
  legend: { 0: 'background', 1: 'insert' },
  views: [
    { id: 'input', label: 'Input Image' },
    { id: 'segmented', label: 'Segmented Image' },
  ],
  resultView: 'segmented',
  reencodesUploads: false,
  timeoutMs: 30_000,
  pdfFileName: 'phantom-report-{patientId}-{timestamp}.pdf',
  gallery: [],
  imageFields: { original: 'original_image_url', segmented: 'segmented_image_url' },
  requiredFields: ['inserts'],
  publishedFigures: [],
};
