import type { jsPDF } from 'jspdf';

/** What jsPDF gives its own plugins and does not type. */
export interface Internals {
  /** Writes a line to the current page or, while the file is put together, to the file. */
  readonly write: (line: string) => void;
  /** Reserves an object number; `newObjectDeferredBegin` writes its head. */
  readonly newObjectDeferred: () => number;
  readonly newObjectDeferredBegin: (id: number, write: boolean) => void;
  readonly getCurrentPageInfo: () => { readonly pageNumber: number };
  readonly getPageInfo: (page: number) => { readonly objId: number };
  readonly events: {
    readonly subscribe: (topic: string, act: (payload: { readonly pageNumber: number }) => void) => void;
  };
}

export function internalsOf(pdf: jsPDF): Internals {
  const plugged: object = pdf;
  return Reflect.get(plugged, 'internal');
}

/** PDF 1.7, on which PDF/UA is based; jsPDF says 1.3 by default. */
export function setVersion(pdf: jsPDF): void {
  const plugged: object = pdf;
  const hidden: { setPdfVersion: (version: string) => void } = Reflect.get(plugged, '__private__');
  hidden.setPdfVersion('1.7');
}
