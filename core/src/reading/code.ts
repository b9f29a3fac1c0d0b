/** A concept of a coding scheme, as DICOM and FHIR both write it. */
export interface Code {
  readonly value: string;
  /** DICOM's designator: `SCT`, `DCM`, `UCUM`, `LN` (LOINC), or this product's own `99SECONDREAD`. */
  readonly scheme: 'SCT' | 'DCM' | 'UCUM' | 'LN' | 'UMLS' | 'RFC5646' | '99SECONDREAD';
  /** At most 64 characters. */
  readonly meaning: string;
}

export const code = (value: string, scheme: Code['scheme'], meaning: string): Code => ({
  value,
  scheme,
  meaning,
});

/** Names the scheme `99SECONDREAD` everywhere; made from a UUID (PS3.5 B.2). */
export const ownSchemeUid = '2.25.77132001854867192581455465822676741952';

/** Where no published scheme that DICOM names has the concept. */
export const ownCode = (value: string, meaning: string): Code => code(value, '99SECONDREAD', meaning);

/** One class of a label map as a segment (PS3.3 C.8.20.2). */
export interface SegmentCoding {
  readonly category: Code;
  readonly type: Code;
  readonly modifier?: Code;
  /** Finding type of the manifest that the class belongs to, and whose colour it has. */
  readonly finding?: string;
}

/** What a module's findings, classes and descriptors are called in published schemes. */
export interface ModuleCoding {
  /** Of the pictures that the module reads (PS3.3 C.7.3.1.1.1). */
  readonly modality: 'MG' | 'CT' | 'ES';
  readonly procedure: Code;
  readonly region: Code;
  /** Finding type of the reading → concept. */
  readonly findings: Readonly<Record<string, Code>>;
  /** Class number of the legend, without the background → segment. */
  readonly segments: Readonly<Record<number, SegmentCoding>>;
  /** Finding type → single image finding of a mammography CAD report (PS3.16, CID 6014). */
  readonly cad?: Readonly<Record<string, Code>>;
  /** Descriptor of the reading's findings → concept and what its values are called; others stay text. */
  readonly descriptors?: Readonly<Record<string, DescriptorCoding>>;
  /** Value of the reading's category → concept. */
  readonly categories?: Readonly<Record<string, Code>>;
}

/** One descriptor of a reading, e.g. `margin`. */
export interface DescriptorCoding<Value extends string = string> {
  readonly concept: Code;
  readonly values: Readonly<Record<Value, Code>>;
  /** Values of findings that may be there or not: exported as possibly detected. */
  readonly possible?: readonly Value[];
}

export const anatomicalStructure = code('91723000', 'SCT', 'Anatomical Structure');
export const tissue = code('85756007', 'SCT', 'Tissue');
export const bodySubstance = code('91720002', 'SCT', 'Body Substance');
export const abnormalStructure = code('49755003', 'SCT', 'Morphologically Abnormal Structure');
