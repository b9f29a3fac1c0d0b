import { sniff } from '@second-read/core/decode/sniff';
import { ClientError, clientMessages } from '../run/client-error.ts';
import type { ChosenImage } from '../run/flow.ts';

/** What the upload picker offers; the server sniffs the content and believes no name. */
export const acceptedTypes = 'image/*,.dcm,application/dicom';

/** Long enough for any first element that identifies a file without preamble. */
const sniffedBytes = 128 * 1024;

/**
 * Takes a file for an analysis.
 * @throws ClientError when it is neither a picture nor DICOM, or cannot be read.
 */
export async function chooseImage(file: File, from: ChosenImage['from']): Promise<ChosenImage> {
  const isDicom = await looksLikeDicom(file);
  const claims =
    file.type.startsWith('image/') || file.type === 'application/dicom' || /\.dcm$/i.test(file.name);
  if (!isDicom && !claims) throw new ClientError(clientMessages.format);
  return { file, from, isDicom: isDicom || /\.dcm$/i.test(file.name) };
}

/** Also without preamble or meta information. */
async function looksLikeDicom(file: File): Promise<boolean> {
  try {
    return sniff(new Uint8Array(await file.slice(0, sniffedBytes).arrayBuffer())) === 'dicom';
  } catch {
    throw new ClientError(clientMessages.unreadable);
  }
}

/**
 * Fetches a gallery sample, a static file.
 * @throws ClientError when it cannot be had.
 */
export async function chooseSample(url: string, name: string, signal?: AbortSignal): Promise<ChosenImage> {
  const blob = await fetchSample(url, signal);
  const type = blob.type || 'application/dicom';
  return chooseImage(new File([blob], name, { type }), 'gallery');
}

async function fetchSample(url: string, signal?: AbortSignal): Promise<Blob> {
  try {
    const response = await fetch(url, signal ? { signal } : {});
    if (!response.ok) throw new Error(String(response.status));
    return await response.blob();
  } catch {
    throw new ClientError(clientMessages.gallery);
  }
}
