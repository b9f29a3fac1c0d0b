import type { Codecs } from '@second-read/core/decode/decode-study';
import { createCodecs } from '../platform/compute/codecs/create-codecs.ts';
import type { Compute } from '../platform/compute/compute.ts';
import { type ComputeOptions, createCompute } from '../platform/compute/create-compute.ts';

/** What the command line uses of the world: neither database nor queue nor store. */
export interface CommandLineContext {
  /** Takes one line of progress, for people. */
  readonly say: (line: string) => void;
  readonly openCompute: (options: ComputeOptions) => Compute;
  readonly openCodecs: () => Codecs;
}

/** Opens nothing yet: each command opens what it needs. */
export function commandLineContext(say: CommandLineContext['say']): CommandLineContext {
  return { say, openCompute: createCompute, openCodecs: createCodecs };
}
