import { z } from 'zod';

/** `[low, high]` of a 95 % interval; nulls where too few cases were there to give one. */
const interval = z
  .tuple([z.number().nullable(), z.number().nullable()])
  .refine(([low, high]) => low === null || high === null || low <= high, 'an interval runs from low to high');

/**
 * A measured figure: its value, null where nothing could be measured, with interval and cases where known.
 */
const figure = z
  .looseObject({
    value: z.number().nullable(),
    interval: interval.optional(),
    low: z.number().nullable().optional(),
    high: z.number().nullable().optional(),
    n: z.int().nonnegative().optional(),
    of: z.int().nonnegative().optional(),
  })
  .refine(({ low, high }) => typeof low !== 'number' || typeof high !== 'number' || low <= high, {
    error: 'an interval runs from low to high',
  });

/** A curve: points of the same two or more named numbers, in the order measured. */
const curve = z
  .array(z.record(z.string(), z.number()))
  .refine(
    (points) => points.every((point) => Object.keys(point).join() === Object.keys(points[0] ?? {}).join()),
    {
      error: 'the points of a curve name the same numbers',
    },
  );

export type MetricsNode =
  | string
  | number
  | boolean
  | null
  | readonly MetricsNode[]
  | { readonly [key: string]: MetricsNode };

const node: z.ZodType<MetricsNode> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(node), z.record(z.string(), node)]),
);

/**
 * What `analyses/<id>/model/metrics.json` may hold: groups within groups of figures, curves, notes and
 * settings. No names are prescribed and none forbidden; what is called a figure or a curve must be one.
 */
export const metricsFile = z
  .record(z.string(), node)
  .superRefine((file, context) => check(file, [], context));

function check(found: MetricsNode, path: readonly string[], context: z.RefinementCtx): void {
  if (typeof found !== 'object' || found === null) return;
  const shape = shapeOf(found);
  const result = shape?.safeParse(found);
  for (const issue of result?.error?.issues ?? []) {
    context.addIssue({ code: 'custom', path: [...path, ...issue.path], message: issue.message });
  }
  if (shape !== undefined) return;
  for (const [key, child] of Object.entries(found)) check(child, [...path, key], context);
}

function shapeOf(found: object) {
  if (Array.isArray(found)) {
    return found.some((entry) => typeof entry === 'object' && entry !== null) ? curve : undefined;
  }
  return 'value' in found ? figure : undefined;
}
