import type { jsPDF } from 'jspdf';
import { setVersion } from './internals.ts';

/** What a PDF says of itself: title and language, and in XMP that it is made to PDF/UA-1 (ISO 14289-1, 5). */
export function describe(pdf: jsPDF, { title, subject }: { title: string; subject: string }): void {
  setVersion(pdf);
  pdf.setProperties({ title, subject, creator: 'Second Read' });
  pdf.setLanguage('en');
  pdf.viewerPreferences({ DisplayDocTitle: true });
  pdf.addMetadata(xmp(title), true);
}

function xmp(title: string): string {
  return [
    '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ' xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">',
    `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escaped(title)}</rdf:li></rdf:Alt></dc:title>`,
    '<xmp:CreatorTool>Second Read</xmp:CreatorTool>',
    '<pdfuaid:part>1</pdfuaid:part>',
    '</rdf:Description></rdf:RDF></x:xmpmeta>',
    '<?xpacket end="r"?>',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
