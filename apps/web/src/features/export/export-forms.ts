import type { ExportForm } from '@second-read/contract/reports';

export interface MenuEntry {
  readonly form: ExportForm;
  readonly label: string;
  readonly hint: string;
  /** Offered for modules whose findings have concepts of mammography CAD. */
  readonly needsCad?: boolean;
  /** Shows one picture: not offered for an exam. */
  readonly isOfPicture?: boolean;
  /** Of an exam offered where it has slices: views stand beside each other in no common space. */
  readonly isOfSlices?: boolean;
  /** Offered where the reader chose images of the report. */
  readonly isOfKeyImages?: boolean;
}

/** Every form of a report, in the order of the menu. */
export const exportMenu: readonly { readonly heading: string; readonly entries: readonly MenuEntry[] }[] = [
  {
    heading: 'DICOM',
    entries: [
      { form: 'dicom-sr', label: 'Structured report', hint: 'Findings and measurements, TID 1500' },
      {
        form: 'dicom-cad-sr',
        label: 'Mammography CAD',
        hint: 'Marks of masses and calcifications, TID 4000',
        needsCad: true,
      },
      { form: 'dicom-seg', label: 'Segmentation', hint: 'Every region that was marked', isOfSlices: true },
      {
        form: 'dicom-sc',
        label: 'Secondary capture',
        hint: 'The image with its findings drawn in',
        isOfPicture: true,
      },
      {
        form: 'dicom-picture',
        label: 'Analyzed image',
        hint: 'What segmentation and report refer to',
        isOfPicture: true,
      },
      {
        form: 'dicom-ko',
        label: 'Key images',
        hint: 'The images that the reader chose, TID 2010',
        isOfKeyImages: true,
      },
      { form: 'dicom-pdf', label: 'Encapsulated PDF', hint: 'The printed report' },
    ],
  },
  {
    heading: 'Other systems',
    entries: [
      { form: 'fhir', label: 'FHIR R4 bundle', hint: 'Preliminary diagnostic report, observations' },
      { form: 'csv', label: 'CSV', hint: 'One line for a table' },
    ],
  },
];
