/** The attributes that are read, with the value representation that implicit syntaxes leave out (PS3.6). */
const attributes = {
  transferSyntaxUid: [0x00020010, 'UI'],
  specificCharacterSet: [0x00080005, 'CS'],
  imageType: [0x00080008, 'CS'],
  sopInstanceUid: [0x00080018, 'UI'],
  modality: [0x00080060, 'CS'],
  presentationIntent: [0x00080068, 'CS'],
  codeValue: [0x00080100, 'SH'],
  seriesDescription: [0x0008103e, 'LO'],
  patientId: [0x00100020, 'LO'],
  contrastAgent: [0x00180010, 'LO'],
  bodyPartExamined: [0x00180015, 'CS'],
  sliceThickness: [0x00180050, 'DS'],
  magnificationFactor: [0x00181114, 'DS'],
  imagerPixelSpacing: [0x00181164, 'DS'],
  convolutionKernel: [0x00181210, 'SH'],
  nominalScannedPixelSpacing: [0x00182010, 'DS'],
  viewPosition: [0x00185101, 'CS'],
  seriesInstanceUid: [0x0020000e, 'UI'],
  instanceNumber: [0x00200013, 'IS'],
  imagePosition: [0x00200032, 'DS'],
  imageOrientation: [0x00200037, 'DS'],
  patientOrientation: [0x00200020, 'CS'],
  laterality: [0x00200060, 'CS'],
  imageLaterality: [0x00200062, 'CS'],
  samplesPerPixel: [0x00280002, 'US'],
  photometricInterpretation: [0x00280004, 'CS'],
  planarConfiguration: [0x00280006, 'US'],
  numberOfFrames: [0x00280008, 'IS'],
  rows: [0x00280010, 'US'],
  columns: [0x00280011, 'US'],
  pixelSpacing: [0x00280030, 'DS'],
  bitsAllocated: [0x00280100, 'US'],
  bitsStored: [0x00280101, 'US'],
  highBit: [0x00280102, 'US'],
  pixelRepresentation: [0x00280103, 'US'],
  pixelPaddingValue: [0x00280120, 'US'],
  pixelPaddingRangeLimit: [0x00280121, 'US'],
  burnedInAnnotation: [0x00280301, 'CS'],
  calibrationType: [0x00280a02, 'CS'],
  breastImplantPresent: [0x00281300, 'CS'],
  partialView: [0x00281350, 'CS'],
  windowCentre: [0x00281050, 'DS'],
  windowWidth: [0x00281051, 'DS'],
  rescaleIntercept: [0x00281052, 'DS'],
  rescaleSlope: [0x00281053, 'DS'],
  rescaleType: [0x00281054, 'LO'],
  voiLutFunction: [0x00281056, 'CS'],
  redDescriptor: [0x00281101, 'US'],
  greenDescriptor: [0x00281102, 'US'],
  blueDescriptor: [0x00281103, 'US'],
  redTable: [0x00281201, 'OW'],
  greenTable: [0x00281202, 'OW'],
  blueTable: [0x00281203, 'OW'],
  redSegments: [0x00281221, 'OW'],
  greenSegments: [0x00281222, 'OW'],
  blueSegments: [0x00281223, 'OW'],
  modalityLutSequence: [0x00283000, 'SQ'],
  lutDescriptor: [0x00283002, 'US'],
  lutData: [0x00283006, 'OW'],
  voiLutSequence: [0x00283010, 'SQ'],
  pixelMeasuresSequence: [0x00289110, 'SQ'],
  frameVoiLutSequence: [0x00289132, 'SQ'],
  pixelValueTransformationSequence: [0x00289145, 'SQ'],
  framePixelDataPropertiesSequence: [0x00289443, 'SQ'],
  viewCodeSequence: [0x00540220, 'SQ'],
  viewModifierCodeSequence: [0x00540222, 'SQ'],
  sharedFunctionalGroups: [0x52009229, 'SQ'],
  perFrameFunctionalGroups: [0x52009230, 'SQ'],
  extendedOffsetTable: [0x7fe00001, 'OV'],
  floatPixelData: [0x7fe00008, 'OF'],
  doublePixelData: [0x7fe00009, 'OD'],
  pixelData: [0x7fe00010, 'OW'],
} as const satisfies Record<string, readonly [number, string]>;

export type Attribute = keyof typeof attributes;

/** Tag number → what it is called here, and its representation. */
export const known: ReadonlyMap<number, { readonly name: Attribute; readonly vr: string }> = new Map(
  entries().map(([name, [tag, vr]]) => [tag, { name, vr }]),
);

function entries(): [Attribute, readonly [number, string]][] {
  const list: [Attribute, readonly [number, string]][] = [];
  for (const [name, value] of Object.entries(attributes)) if (isAttribute(name)) list.push([name, value]);
  return list;
}

function isAttribute(name: string): name is Attribute {
  return name in attributes;
}
