import { modifierCodes, viewCodes } from '../decode/dicom/mammogram-codes.ts';

/** Allowed terms of an attribute: a list or a pattern. */
export type Terms = ReadonlySet<string> | RegExp;

/** A list of terms; an underscore replaces the space within one where the standard has a space. */
export function kept(list: string): ReadonlySet<string> {
  const isSpaced = /^FOR_/;
  return new Set(list.split(' ').map((term) => (isSpaced.test(term) ? term.replaceAll('_', ' ') : term)));
}

/**
 * Of Image Type, the three values that are the same for all makers (PS3.3 C.7.6.1.1.2, C.8.2.1, C.8.16.1).
 */
export const imageKinds = kept(
  'ORIGINAL DERIVED MIXED PRIMARY SECONDARY AXIAL LOCALIZER REFORMATTED VOLUME PROJECTION OTHER TOMOSYNTHESIS',
);

/** PS3.3 C.7.3.1.1.1, those that pictures have. */
export const modalities = kept(
  'CT MG MR CR DX US OT PT NM XA RF ES XC GM SM OP OPT IO PX RG BI IVUS SC SEG DG TG LS EC CD DD DF DM DS FA HC IVOCT',
);

/** PS3.3 C.7.6.3.1.2. */
const colourSpaces =
  'MONOCHROME1 MONOCHROME2 RGB YBR_FULL YBR_FULL_422 YBR_PARTIAL_422 YBR_PARTIAL_420 YBR_ICT YBR_RCT';
export const photometrics: Terms = new Set([
  ...kept(colourSpaces),
  // The decoder takes either case.
  ...kept(colourSpaces.toLowerCase()),
  ...['PALETTE COLOR', 'palette color'],
]);

/** PS3.3 C.7.3.1.1.2. */
export const patientPositions = kept(
  'HFS HFP HFDR HFDL FFS FFP FFDR FFDL LFP LFS RFP RFS AFDR AFDL PFDR PFDL',
);

/** Of view and modifier of a mammogram; no other code stays. */
export const viewCodeValues: Terms = new Set([...Object.keys(viewCodes), ...Object.keys(modifierCodes)]);

/** PS3.16 CID 4014 as View Position writes it, and the directions of PS3.3 C.8.11.1. */
export const views = kept(
  'CC MLO ML LM LMO XCC XCCL XCCM FB SIO ISO CV AT SPECIMEN PA AP LL RL LLD RLD LLO RLO LAO RAO LPO RPO LAT',
);

/** PS3.16 annex L, without what is rare in pictures that are read here. */
export const anatomy = kept(
  'HEAD BRAIN SKULL NECK HEADNECK HEADNECKCHEST NECKCHEST CHEST THORAX LUNG BREAST CHESTABDOMEN CHESTABDPELVIS'.concat(
    ' ABDOMEN ABDOMENPELVIS PELVIS CERVIX UTERUS VAGINA OVARY SPINE CSPINE TSPINE LSPINE SSPINE HEART AORTA WHOLEBODY',
    ' EXTREMITY ARM LEG HAND FOOT KNEE HIP SHOULDER ELBOW WRIST ANKLE FEMUR HUMERUS LIVER KIDNEY PANCREAS SPLEEN COLON',
    ' ORBIT SINUS JAW EYE EAR FACE AXILLA CLAVICLE RIB STERNUM MEDIASTINUM TRACHEA BRONCHUS ESOPHAGUS STOMACH BLADDER',
  ),
);
