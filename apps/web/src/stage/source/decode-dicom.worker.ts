import codecsUrl from 'dcmjs-codecs/build/dcmjs-native-codecs.wasm?url';
import { decodeAnyDicom } from './decode-dicom.ts';
import type { DisplayWindow, Picture } from './picture.ts';
import { pictureOfStudy } from './study-picture.ts';
import { createWasmCodec } from './wasm-codec.ts';

export interface DecodeOrder {
  /** The same for the same file: its next frame needs the bytes again. */
  readonly source: number;
  readonly file: Blob;
  /** From 1; null leaves the choice to the decoder. */
  readonly frame: number | null;
  readonly displayWindow: DisplayWindow | undefined;
}

/** `picture` is null for what cannot be shown. */
export interface DecodeReply {
  readonly picture: Picture | null;
}

declare const self: DedicatedWorkerGlobalScope;

const codec = createWasmCodec(() => WebAssembly.compileStreaming(fetch(codecsUrl)));
let last: { readonly source: number; readonly bytes: Uint8Array } | null = null;

self.onmessage = async ({ data: order }: MessageEvent<DecodeOrder>) => {
  const picture = await decode(order).catch(() => null);
  const moved = picture ? [picture.samples.buffer as ArrayBuffer] : [];
  self.postMessage({ picture } satisfies DecodeReply, moved);
};

async function decode({ source, file, frame, displayWindow }: DecodeOrder): Promise<Picture | null> {
  if (last?.source !== source) {
    last = null;
    last = { source, bytes: new Uint8Array(await file.arrayBuffer()) };
  }
  const result = await decodeAnyDicom(last.bytes, codec, frame === null ? undefined : frame - 1);
  return result.ok ? pictureOfStudy(result.study, displayWindow) : null;
}
