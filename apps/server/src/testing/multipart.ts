const boundary = 'XyZtestboundary';

export interface TestPart {
  readonly name: string;
  readonly content: string | Uint8Array;
  /** Makes it a file part. */
  readonly fileName?: string;
}

/** A multipart body, part by part as given, for `app.inject` or a raw socket. */
export function multipart(parts: readonly TestPart[]): { payload: Buffer; headers: Record<string, string> } {
  const chunks: Buffer[] = [];
  for (const { name, content, fileName } of parts) {
    const file =
      fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: application/octet-stream`;
    chunks.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
    );
    chunks.push(Buffer.from(content), Buffer.from('\r\n'));
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`));
  return {
    payload: Buffer.concat(chunks),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

/** What an analysis needs: a patient ID and an image whose text the scripted compute reads. */
export function analysisUpload(image: string | Uint8Array = 'picture', patientId = '0042') {
  return multipart([
    { name: 'patient_id', content: patientId },
    { name: 'image', content: image, fileName: 'picture.png' },
  ]);
}
