import { keyProblem, keyScopes } from '@second-read/core/keyboard/key-map';
import { z } from 'zod';

/** `browser`: as the browser's language writes it. The others: 2026-11-24, 24 Nov 2026, Nov 24, 2026. */
export const dateFormats = ['browser', 'iso', 'day_first', 'month_first'] as const;
/** `specified`: as each module has it. `outlines`: the findings as lines over the bare image. */
export const openingViews = ['specified', 'input', 'segmented', 'overlay', 'outlines'] as const;

export const ownKeys = z.partialRecord(z.enum(keyScopes), z.record(z.string().max(40), z.string().max(8)));

/**
 * What an account has set for itself; what is absent is as it comes. Of `PATCH /api/accounts/preferences/`
 * the fields that are sent replace the stored ones, each as a whole.
 */
export const preferences = z.object({
  /** Absent: as the system has it. */
  theme: z.enum(['light', 'dark']).nullish(),
  density: z.enum(['compact', 'standard', 'comfortable']).optional(),
  /** Of lengths that are shown on screen; documents are in millimeters. */
  units: z.enum(['mm', 'cm']).optional(),
  date_format: z.enum(dateFormats).optional(),
  /** Which views of a mammography hang in the first row. */
  first_row: z.enum(['CC', 'MLO']).optional(),
  /** `row`: all four views beside each other, where the screen is wide enough. */
  hanging: z.enum(['square', 'row']).optional(),
  /** In which view a result opens. */
  opening_view: z.enum(openingViews).optional(),
  /** Columns of tables that the account has hidden, by table. */
  hidden_columns: z.record(z.string().max(40), z.array(z.string().max(40)).max(20)).optional(),
  /** When the guided first run was ended. */
  tour_ended: z.boolean().optional(),
  /** Of the actions whose key was changed. */
  keys: ownKeys.refine((keys) => keyProblem(keys) === null, 'two actions cannot have one key').optional(),
});
export type Preferences = z.infer<typeof preferences>;

/** What is stored may be of a later version: what this one does not know is left out. */
export const preferencesReply = z.object({ preferences });
