import type { Code } from '../../reading/code.ts';
import { ownSchemeUid } from '../../reading/code.ts';

/** A FHIR resource (R4) as it is sent: JSON without empty values. */
export type Json = string | number | boolean | readonly Json[] | { readonly [key: string]: Json };
export interface Resource {
  readonly resourceType: string;
  readonly [key: string]: Json;
}

/** Canonical addresses of the coding schemes (HL7 terminology). */
const systems: Readonly<Record<Code['scheme'], string>> = {
  SCT: 'http://snomed.info/sct',
  DCM: 'http://dicom.nema.org/resources/ontology/DCM',
  UCUM: 'http://unitsofmeasure.org',
  LN: 'http://loinc.org',
  UMLS: 'http://terminology.hl7.org/CodeSystem/umls',
  RFC5646: 'urn:ietf:bcp:47',
  '99SECONDREAD': `urn:oid:${ownSchemeUid}`,
};

export function coding({ value, scheme, meaning }: Code): Json {
  return { system: systems[scheme], code: value, display: meaning };
}

export function concept(code: Code): Json {
  return { coding: [coding(code)], text: code.meaning };
}

/** A quantity in a unit of UCUM. */
export function quantity(value: number, unit: Code): Json {
  return { value, unit: unit.meaning, system: systems[unit.scheme], code: unit.value };
}

/** Control characters are not allowed in a FHIR string, and an empty one is none. */
export function fhirText(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]+/gu, ' ').trim() || '-';
}
