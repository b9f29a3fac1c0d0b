import { workerData } from 'piscina';
import { createCodecs } from './codecs/create-codecs.ts';
import { servePreparation } from './serve-preparation.ts';
import type { PrepareThreadData } from './thread-protocol.ts';

const { spoolKey }: PrepareThreadData = workerData;

/** Entry of a thread that prepares files: the pool calls it once per file. */
export const serve = servePreparation(createCodecs(), spoolKey);
