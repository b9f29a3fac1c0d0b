import { findingBase, findingsOf } from '@second-read/core/reading/finding';
import { percentSchema } from '@second-read/core/reading/measurement';
import { readingBase } from '@second-read/core/reading/reading';
import { z } from 'zod';

/**
 * What a nodule is; of one not found what was looked for: a window that shows the lungs black leaves masses
 * alone.
 */
export const noduleKinds = ['nodule', 'mass', 'nodule_or_mass'] as const;
export const textures = ['solid', 'part_solid', 'ground_glass'] as const;
/** Of its lung, from front to back: without the fissures no lobe is known. */
export const thirds = ['anterior', 'middle', 'posterior'] as const;
/** Of its lung, at most 10 mm away: `mediastinum` is all of the medial side, hilum and spine included. */
export const borders = ['chest_wall', 'mediastinum'] as const;
/** Rows of Lung-RADS (ACR, 2022, baseline) by size alone. */
export const sizeRows = ['2', '3', '4A', '4B'] as const;

export const extents = ['slice', 'crop'] as const;
/** `lungs_black`: small nodules and faint opacities cannot be seen; `all_black`: nor can the lungs. */
export const windows = ['readable', 'lungs_black', 'all_black'] as const;
/** `turned`: by 90 degrees; which side is which is uncertain then. */
export const poses = ['upright', 'turned'] as const;

const nodule = findingBase.extend({
  type: z.literal('nodule'),
  /** Null where nothing was looked for. */
  descriptors: z
    .strictObject({
      kind: z.enum(noduleKinds).nullable(),
      texture: z.enum(textures).nullable(),
      third: z.enum(thirds).nullable(),
      /** Null where it lies within the lung or that is not known. */
      near: z.enum(borders).nullish(),
      sizeRow: z.enum(sizeRows).nullable(),
    })
    .nullable(),
});

/** Found, it has no certainty of its own: measured is whether there is any opacity at all, of either kind. */
const opacity = findingBase.extend({
  type: z.enum(['ground-glass', 'consolidation']),
  descriptors: z.null(),
});

/** Version 1. What one axial slice of a chest CT, or a part of one, shows. */
export const lungReading = readingBase.extend({
  module: z.literal('lung'),
  findings: findingsOf(z.discriminatedUnion('type', [nodule, opacity])),
  facts: z.strictObject({
    /** How many nodules and masses are reported; a stored reply may tell of fewer than it counts. */
    nodules: z.int().min(0).nullable(),
    /** Probability that there is any opacity, of either kind. */
    anyOpacity: percentSchema.nullable(),
    /** Opacity in percent of both lungs, of the left and of the right. */
    opacityShare: percentSchema.nullable(),
    opacityShareLeft: percentSchema.nullable(),
    opacityShareRight: percentSchema.nullable(),
  }),
  input: readingBase.shape.input.extend({
    extent: z.enum(extents).nullable(),
    window: z.enum(windows).nullable(),
    pose: z.enum(poses).nullable(),
    quantity: z.enum(['hounsfield', 'relative']).nullable(),
    /** What black and white of a picture stand for, in HU, and how sure that is; null: not estimated. */
    greyScale: z.strictObject({ black: z.number(), white: z.number(), error: z.number() }).nullish(),
  }),
});

export type LungReading = z.infer<typeof lungReading>;
export type LungFinding = LungReading['findings'][number];
export type NoduleFinding = Extract<LungFinding, { type: 'nodule' }>;
export type NoduleDescriptors = NonNullable<NoduleFinding['descriptors']>;
