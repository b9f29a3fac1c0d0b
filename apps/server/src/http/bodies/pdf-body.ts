import { isPdf } from '@second-read/core/encode/dicom/encapsulated-pdf';
import type { App } from '../caller.ts';
import { Problem } from '../problem.ts';

/** A report has a page or two with some pictures. */
export const largestPdfBytes = 32 * 1024 * 1024;

/** Routes with a raw PDF body, in a scope of their own. */
export function withPdfBody(app: App, routes: (scope: App) => void): void {
  app.register(async (scope) => {
    scope.addContentTypeParser('application/pdf', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    routes(scope);
  });
}

/** @throws Problem for a body without a PDF signature. */
export function pdfOf(body: unknown): Buffer {
  if (!Buffer.isBuffer(body) || !isPdf(body)) throw new Problem('invalid_file', 'The body is not a PDF.');
  return body;
}
