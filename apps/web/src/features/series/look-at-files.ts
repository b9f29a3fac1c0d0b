import { sniff } from '@second-read/core/decode/sniff';
import { readSliceFacts, type SliceFacts } from '@second-read/core/series/slice-facts';
import type { SourceFile } from './source-file.ts';
import { abreast } from './sources-of.ts';

/** How much of a file is read to find its place: most need the least. */
const headBytes = [16 * 1024, 128 * 1024, 1024 * 1024, 16 * 1024 * 1024] as const;
/** How often is told how far it is: each time the screen is drawn anew. */
const timesTold = 10;

export interface LookOptions {
  /**
   * Whether PNG, JPEG and the like are a stack, in the order of their names, where no DICOM is among them.
   */
  readonly takesPictures?: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

export interface FoundSlice {
  readonly name: string;
  readonly facts: SliceFacts;
  readonly source: SourceFile;
}

/** What is known of a PNG, JPEG or the like before it is decoded. */
export const picture: SliceFacts = { rows: 0, columns: 0, bitsStored: 0, frames: 1 };

/** Undefined for whatever is no picture. */
export async function factsOf(source: SourceFile): Promise<SliceFacts | undefined> {
  for (const bytes of headBytes) {
    const head = await source.head(bytes);
    const format = sniff(head);
    if (format !== 'dicom') return format === 'unknown' || format === 'unsupported' ? undefined : picture;
    const outcome = readSliceFacts(head, head.length >= source.size || bytes === headBytes.at(-1));
    if (outcome.kind === 'slice') return outcome.facts;
    if (outcome.kind !== 'more') return undefined;
  }
  return undefined;
}

/** The pictures among files, those that cannot be read, and how many are something else. */
export async function lookAtFiles(
  sources: readonly SourceFile[],
  { signal, takesPictures = false, onProgress }: LookOptions,
) {
  const slices: FoundSlice[] = [];
  const pictures: FoundSlice[] = [];
  const damaged: SourceFile[] = [];
  let [done, others] = [0, 0];
  const toldEvery = Math.max(10, Math.ceil(sources.length / timesTold));
  const queue = sources.values();
  const work = async () => {
    for (const source of queue) {
      signal.throwIfAborted();
      try {
        const facts = await factsOf(source);
        const kept = facts === picture ? pictures : slices;
        if (facts) kept.push({ name: source.name, facts, source });
        else others += 1;
      } catch {
        damaged.push(source);
      }
      done += 1;
      if (done % toldEvery === 0 || done === sources.length) onProgress(done, sources.length);
    }
  };
  await Promise.all(Array.from({ length: abreast }, work));
  // Beside DICOM files they are logos, previews and what else lies on a CD.
  if (takesPictures && slices.length === 0) return { slices: pictures, damaged, others };
  return { slices, damaged, others: others + pictures.length };
}
