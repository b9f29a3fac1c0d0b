import { code } from '../../../reading/code.ts';
import type { ExportRecord } from '../../export-record.ts';
import { fitText } from '../fit-text.ts';
import { type ContentItem, codeValue, textValue, uidValue } from './content-item.ts';

/** Language of the document (PS3.16, TID 1204). */
export const inEnglish = codeValue(
  code('121049', 'DCM', 'Language of Content Item and Descendants'),
  code('en', 'RFC5646', 'English'),
);

/** The program observed, no person (PS3.16, TID 1001 and 1004). */
export function deviceObserver(record: ExportRecord): ContentItem[] {
  const { name, version } = record.product;
  return [
    codeValue(code('121005', 'DCM', 'Observer Type'), code('121007', 'DCM', 'Device')),
    uidValue(code('121012', 'DCM', 'Device Observer UID'), record.uid('device')),
    textValue(code('121013', 'DCM', 'Device Observer Name'), fitText(name)),
    textValue(code('121014', 'DCM', 'Device Observer Manufacturer'), fitText(name)),
    textValue(code('121015', 'DCM', 'Device Observer Model Name'), fitText(`${name} ${version}`)),
  ];
}

/** Which algorithm (PS3.16, TID 4019). */
export function algorithm({ product, document }: ExportRecord): ContentItem[] {
  return [
    textValue(code('111001', 'DCM', 'Algorithm Name'), `${product.name} ${document.module}`),
    textValue(code('111003', 'DCM', 'Algorithm Version'), product.version),
  ];
}
