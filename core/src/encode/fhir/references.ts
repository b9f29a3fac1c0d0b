import type { ExportRecord } from '../export-record.ts';

export type Reference = (resource: string) => string;

/** Addresses of the resources of one bundle: the same for the same report, and for no other. */
export function resourceAddresses(record: ExportRecord): Reference {
  return (resource) => `urn:oid:${record.uid(`fhir-${resource}`)}`;
}
