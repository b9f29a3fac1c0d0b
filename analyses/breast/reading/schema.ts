import { categoryBase } from '@second-read/core/reading/category';
import { findingBase, findingsOf } from '@second-read/core/reading/finding';
import { percentSchema } from '@second-read/core/reading/measurement';
import { readingBase } from '@second-read/core/reading/reading';
import { z } from 'zod';

/** In the order of the numbers of the specification, which begin at 1. */
export const margins = ['circumscribed', 'indistinct', 'spiculated'] as const;
export const massDensities = ['low', 'equal', 'high'] as const;
export const massShapes = ['oval', 'round', 'irregular'] as const;
export const compositions = ['fatty', 'scattered', 'heterogeneous', 'extreme'] as const;

export const levels = ['lateral', 'medial', 'upper', 'lower', 'central'] as const;
/** `over_muscle`: projected on the pectoral muscle, where a lymph node is possible. */
export const depths = ['posterior', 'middle', 'anterior', 'over_muscle'] as const;

export const placeSchema = z.strictObject({ level: z.enum(levels), depth: z.enum(depths) });
export type Place = z.infer<typeof placeSchema>;

const otherViews = ['XCCL', 'XCCM', 'FB', 'ML', 'LM', 'LMO', 'SIO'] as const;
export type OtherView = (typeof otherViews)[number];
export const viewModifiers = ['implant_displaced', 'anterior_compression', 'rolled', 'raw_values'] as const;
export type ViewModifier = (typeof viewModifiers)[number];

const mass = findingBase.extend({
  type: z.literal('mass'),
  /** Null where there is no mass. */
  descriptors: z
    .strictObject({
      margin: z.enum(margins).nullable(),
      density: z.enum(massDensities).nullable(),
      shape: z.enum(massShapes).nullable(),
      /** Whether a named cluster, spots of a larger area or a coarse calcification lies in it. */
      calcified: z.boolean().nullable(),
      place: placeSchema.nullable(),
      /** Its outline reaches the border of the image. */
      atBorder: z.literal(true).optional(),
    })
    .nullable(),
});

const axilla = findingBase.extend({
  type: z.literal('axilla'),
  descriptors: z.strictObject({ fattyHilum: z.boolean().nullable() }).nullable(),
});

const calcification = findingBase.extend({ type: z.literal('calcification'), descriptors: z.null() });

const tissue = findingBase.extend({
  type: z.literal('breast tissue'),
  descriptors: z.strictObject({ composition: z.enum(compositions).nullable() }),
});

export const coarseForms = ['round', 'rim', 'rod', 'irregular'] as const;
export type CoarseForm = (typeof coarseForms)[number];

const coarse = z.strictObject({
  form: z.enum(coarseForms),
  sizeMm: z.number().min(0),
  place: placeSchema.nullable(),
});

/** Likeliest first; `score` in percent. */
const below = z.strictObject({
  masses: z.array(z.strictObject({ place: placeSchema.nullable(), score: percentSchema })),
  clusters: z.int().min(0),
});

const category = categoryBase.extend({
  system: z.literal('birads'),
  /** 0 is never final. */
  value: z.int().min(0).max(6),
});

export const breastFindings = findingsOf(z.discriminatedUnion('type', [mass, axilla, calcification, tissue]));

/** Version 1. What one mammogram shows: the truth that every report, export and list is made from. */
export const breastReading = readingBase.extend({
  module: z.literal('breast'),
  findings: breastFindings,
  /** Null where the answer names none. */
  category: category.nullable(),
  facts: z.strictObject({
    /** Probability that anything in the picture is malignant. */
    malignant: percentSchema.nullable(),
    abnormal: percentSchema.nullable(),
    /** 1 to 4, continuous. */
    density: z.number().nullable(),
    percentDensity: percentSchema.nullable(),
    /** Share of cancers in the images at which the probabilities hold. */
    prevalence: percentSchema.optional(),
    /** Marks below the operating points: of stored readings, which counted them. */
    below: below.optional(),
    /** Calcifications of more than half a millimeter; null where they are not assessed. */
    coarse: z.array(coarse).nullable().optional(),
    /** Many bright spots over an area larger than a cluster's. */
    spread: z.strictObject({ spots: z.int().min(0), place: placeSchema.nullable() }).optional(),
    /** How the axilla was searched, where that is told; an engine's reading has it from the engine. */
    axillaSearch: z.literal('unvalidated').optional(),
    /** Densities that were taken for the nipple. */
    nippleDensities: z.int().min(0).optional(),
  }),
  input: readingBase.shape.input.extend({
    view: z.enum(['CC', 'MLO']).nullable(),
    /** Whether the file names the view; else it was told from whether the muscle is seen. */
    viewTold: z.boolean().nullable(),
    /** As the file names it where it is neither; `view` says how it is hung. */
    otherView: z.enum(otherViews).optional(),
    /** What the file says beyond the view, where it was read all the same. */
    modifiers: z.array(z.enum(viewModifiers)).optional(),
    inverted: z.boolean().nullable(),
  }),
});

export type BreastReading = z.infer<typeof breastReading>;
export type BreastFinding = BreastReading['findings'][number];
export type BreastCategory = NonNullable<BreastReading['category']>;

/** Whether its axilla was searched by the unvalidated search of the engine, which measures no confidence. */
export function isSearchUnvalidated({ origin, facts }: BreastReading): boolean {
  return origin === 'engine' || facts.axillaSearch !== undefined;
}
