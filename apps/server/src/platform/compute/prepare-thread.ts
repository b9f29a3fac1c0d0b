import { workerData } from 'piscina';
import { createCodecs } from './codecs/create-codecs.ts';
import { servePreparation } from './serve-preparation.ts';
import type { PrepareCall, PrepareThreadData } from './thread-protocol.ts';

const { spoolKey }: PrepareThreadData = workerData;
const serve = servePreparation(createCodecs(), spoolKey);

/** Entries of a thread that prepares files; the pool calls one of them per file. */
export const prepare = (call: PrepareCall<'prepare'>) => serve.prepare(call);
export const findText = (call: PrepareCall<'findText'>) => serve.findText(call);
export const shrink = (call: PrepareCall<'shrink'>) => serve.shrink(call);
export const draw = (call: PrepareCall<'draw'>) => serve.draw(call);
export const writeForm = (call: PrepareCall<'writeForm'>) => serve.writeForm(call);
export const describe = (call: PrepareCall<'describe'>) => serve.describe(call);
export const cutFrames = (call: PrepareCall<'cutFrames'>) => serve.cutFrames(call);
