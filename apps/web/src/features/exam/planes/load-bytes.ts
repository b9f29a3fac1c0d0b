/** So many pictures are fetched and decoded side by side. */
const sideBySide = 4;

export interface LoadOptions {
  readonly width: number;
  readonly height: number;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number) => void;
}

/**
 * The pixels of grey pictures of one size, one byte each, in the order of their addresses.
 * @throws Error when one cannot be had, is no picture or has another size.
 */
export async function loadBytes(urls: readonly string[], options: LoadOptions): Promise<Uint8Array[]> {
  const loaded: Uint8Array[] = new Array(urls.length);
  let [next, done] = [0, 0];
  const take = async () => {
    const context = contextFor(options);
    while (next < urls.length) {
      const at = next;
      next += 1;
      loaded[at] = await bytesOf(urls[at] ?? '', context, options);
      done += 1;
      options.onProgress(done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(sideBySide, urls.length) }, take));
  return loaded;
}

function contextFor({ width, height }: LoadOptions): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas to decode the slices on');
  return context;
}

async function bytesOf(
  url: string,
  context: OffscreenCanvasRenderingContext2D,
  { width, height, signal }: LoadOptions,
): Promise<Uint8Array> {
  const reply = await fetch(url, { signal });
  if (!reply.ok) throw new Error(`A slice could not be loaded (${reply.status})`);
  // Brightness and class numbers as they were written: no profile may change them.
  const bitmap = await createImageBitmap(await reply.blob(), {
    ...{ colorSpaceConversion: 'none', premultiplyAlpha: 'none' },
  });
  if (bitmap.width !== width || bitmap.height !== height) throw new Error('A slice has another size');
  context.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data: rgba } = context.getImageData(0, 0, width, height);
  const bytes = new Uint8Array(width * height);
  for (let pixel = 0; pixel < bytes.length; pixel += 1) bytes[pixel] = rgba[pixel * 4] ?? 0;
  return bytes;
}
