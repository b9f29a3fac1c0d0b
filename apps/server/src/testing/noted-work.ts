import type { Compute } from '../platform/compute/compute.ts';

const tasks = [
  ...(['prepare', 'findText', 'shrink', 'draw', 'writeForm', 'joinExam'] as const),
  ...(['describe', 'cutFrames'] as const),
];

/** The same, with a note of each task that it was given. */
export function notedWork(compute: Compute): Compute & { readonly given: string[] } {
  const given: string[] = [];
  const noted = tasks.map((name) => [
    name,
    (...call: never[]) => {
      given.push(name);
      return (compute[name] as (...call: never[]) => unknown)(...call);
    },
  ]);
  return { ...compute, ...Object.fromEntries(noted), given };
}
