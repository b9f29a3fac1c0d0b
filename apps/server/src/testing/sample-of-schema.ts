import { randomUUID } from 'node:crypto';
import { z } from 'zod';

/** As much of JSON Schema as the API's page uses. */
export const pageSchema = z.looseObject({
  /** Of several the first. */
  type: z.union([z.string(), z.array(z.string()).transform(([first = '']) => first)]).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  minItems: z.number().optional(),
  examples: z.array(z.unknown()).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  required: z.array(z.string()).default([]),
  get anyOf() {
    return z.array(pageSchema).optional();
  },
  get oneOf() {
    return z.array(pageSchema).optional();
  },
  /** Of a tuple, whose members stand elsewhere, `false`. */
  get items() {
    return z.union([pageSchema, z.literal(false).transform(() => undefined)]).optional();
  },
  get properties() {
    return z.record(z.string(), pageSchema).optional();
  },
});
export type PageSchema = z.infer<typeof pageSchema>;

/** Tried in turn until one has the form that is asked for. */
const words = () => [
  randomUUID(),
  'sample-word',
  'sample-1',
  'ada@clinic.example',
  '1',
  '1/2',
  '123456',
  '2026-01-31',
  '2026-01-31T10:00:00Z',
  '0'.repeat(64),
  'data:image/jpeg;base64,/9j/',
  'https://clinic.example/',
];

/**
 * A value of that form; of an object all properties, or only those that are required. Throws where it knows
 * none.
 */
export function sampleOf(schema: PageSchema, which: 'all' | 'required'): unknown {
  if (schema.examples) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const [first] = schema.anyOf ?? schema.oneOf ?? [];
  if (first) return sampleOf(first, which);
  if (schema.type === 'integer' || schema.type === 'number') return schema.minimum ?? 1;
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () =>
      sampleOf(schema.items ?? pageSchema.parse({}), which),
    );
  if (schema.type === 'object') return sampleObject(schema, which);
  return sampleText(schema);
}

function sampleObject({ properties = {}, required }: PageSchema, which: 'all' | 'required') {
  const wanted = Object.entries(properties).filter(([name]) => which === 'all' || required.includes(name));
  return Object.fromEntries(wanted.map(([name, each]) => [name, sampleOf(each, which)]));
}

function sampleText({ format, pattern, minLength = 0, maxLength = Infinity }: PageSchema): string {
  if (format === 'binary') return 'picture';
  const has = new RegExp(pattern ?? '', 'u');
  const word = words().find((each) => has.test(each) && each.length >= minLength && each.length <= maxLength);
  if (word === undefined) throw new Error(`no sample of ${pattern}`);
  return word;
}
