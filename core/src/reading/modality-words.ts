/** PS3.3 C.7.3.1.1.1, the frequent ones, with their articles. */
const names: Readonly<Record<string, string>> = {
  CR: 'a computed radiograph',
  CT: 'a CT image',
  DX: 'a digital radiograph',
  ES: 'an endoscopic image',
  MG: 'a mammogram',
  MR: 'an MR image',
  NM: 'a nuclear medicine image',
  OP: 'an ophthalmic photograph',
  PT: 'a PET image',
  RF: 'a fluoroscopic image',
  SM: 'a microscopic image',
  US: 'an ultrasound image',
  XA: 'an angiographic image',
  XC: 'a photograph',
};

/** "an MR image (modality MR)" */
export function modalityWords(modality: string): string {
  const name = names[modality];
  return name === undefined ? `an image of modality ${modality}` : `${name} (modality ${modality})`;
}
