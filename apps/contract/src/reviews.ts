import { outlineSchema } from '@second-read/core/reading/outline';
import {
  changeMark,
  changeSchema,
  longestReason,
  rejectReasons,
  sections,
} from '@second-read/core/review/change';
import { keyImageLook } from '@second-read/core/review/key-images/key-image';
import { readerMeasurement } from '@second-read/core/review/measurements/reader-measurement';
import { reviewFields } from '@second-read/core/review/review-module';
import { reportStates, reviewActions } from '@second-read/core/review/states';
import { z } from 'zod';
import { moduleId } from './module-id.ts';

/** For so long the reader who signed may take the signature back. */
export const undoSignatureMinutes = 10;

/** So many changes are taken in one call, and so many belong to one version. */
export const mostChangesPerCall = 50;
export const mostChanges = 2_000;

const person = z.object({ full_name: z.string(), username: z.string() });
const reason = z
  .string()
  .trim()
  .min(1)
  .max(longestReason)
  .regex(/^[^\p{Cc}]*$/u);

export const reviewState = z.enum(reportStates);
export const versionParams = z.object({
  id: z.string().min(1).max(100),
  version: z.coerce.number().int().min(1).max(10_000),
});

/** `If-Match: "<etag>"`, with or without quotes. Its absence is answered with `precondition_required`. */
export const ifMatch = z.looseObject({ 'if-match': z.string().max(60).optional() });

const border = z.string().max(1);
const point = z.object({ x: z.number(), y: z.number() });
/** A key image with what is drawn over it, and a link to its picture: `KeyReportImage` of core. */
const keyImageMark = z.object({
  role: z.templateLiteral(['key ', z.string()]),
  label: z.string(),
  /** Of the body, null where that is not known. */
  widthMm: z.number().nullable(),
  letters: z.object({ left: border, right: border, top: border, bottom: border }).nullable(),
  marks: z
    .array(
      z.object({
        ...{ colour: z.string(), points: z.array(point).readonly() },
        ...{ isOpen: z.boolean(), lines: z.array(z.string()).readonly() },
      }),
    )
    .readonly(),
  picture_url: z.string(),
});

/** What the lists, the report and its exports say of the review: of the version in force. */
export const reviewMark = z.object({
  state: reviewState,
  version: z.number().int(),
  /** Of an earlier one: the version in force. */
  replaced_by: z.number().int().optional(),
  signed_by: z.string().optional(),
  /** ISO 8601. */
  signed_at: z.string().optional(),
  /** For `/verify/<code>`. */
  verification_code: z.string().optional(),
  /** Of an unsigned version with changes: who made the last. */
  draft_by: z.string().optional(),
  /** What its reader wrote, by section. */
  written: z.partialRecord(z.enum(sections), z.string()).optional(),
  /** What its reader measured: image and kind, then the value. Not in lists. */
  measured: z.array(z.tuple([z.string(), z.string()])).optional(),
  /** The images that its reader chose. Not in lists. */
  key_images: z.array(keyImageMark).optional(),
});
export type ReviewMark = z.infer<typeof reviewMark>;

/** A reading as stored by its module (`analyses/<id>/reading/schema.ts`); open, because modules differ. */
const reading = z.looseObject({ module: z.string(), findings: z.array(z.looseObject({ id: z.string() })) });

/** What is known of a version once it is signed, amended or withdrawn. */
const signature = {
  signed_by: person.optional(),
  signed_at: z.string().optional(),
  /** Why it was signed as it is, amended or withdrawn, where a reason was given. */
  reason: z.string().optional(),
  withdrawn_by: person.optional(),
  withdrawn_at: z.string().optional(),
  /** The version that this one amends. */
  predecessor: z.number().int().optional(),
  verification_code: z.string().optional(),
};

/**
 * The version that is being written, or where none is, the one in force.
 * `GET|POST /api/reports/{id}/reviews…` answer with it; its `etag` is also the header `ETag`.
 */
export const reviewReply = z.object({
  report_id: z.string(),
  module: moduleId,
  state: reviewState,
  /** From 1; an amendment is the next number. */
  version: z.number().int(),
  /** Changes whenever anything of the review does. */
  etag: z.string(),
  /** Who holds it now, and until when unless a change renews it. */
  held_by: person.extend({ until: z.string() }).nullable(),
  /** Whether the caller holds it. A hold is the account's: all its tabs have it. */
  mine: z.boolean(),
  /** As the machine read it: never changes. */
  machine: reading,
  /** Reading and changes together. */
  current: reading,
  /** The wire fields of `current`. */
  wire: z.record(z.string(), z.unknown()),
  /** What the reader wrote; a section that was not written is absent. */
  written: z.partialRecord(z.enum(sections), z.string()),
  /** Per finding id: an outline that a reader drew, in pixels of the picture. */
  outlines: z.record(z.string(), outlineSchema),
  /** What the reader measured on its images, beside the findings. */
  measurements: z.array(readerMeasurement),
  /** The images that the reader chose, in their order, each with a link to its picture. */
  key_images: z.array(keyImageLook.extend({ id: z.uuid(), picture_url: z.string() })),
  /**
   * Per finding id, what the reader decided. Neither: not decided yet. `added`: the machine did not have it.
   */
  decisions: z.record(
    z.string(),
    z.object({
      decision: z.enum(['accepted', 'rejected', 'changed', 'added']),
      reason: z.enum(rejectReasons).optional(),
      text: z.string().optional(),
      /** Of one that the reader merged: the findings that it was, itself first. */
      parts: z.array(z.string()).readonly().optional(),
    }),
  ),
  /** Null where the module has no category. `proposed`: by the rules, from the findings as they now are. */
  category: z
    .object({
      proposed: z.union([z.number(), z.string()]).nullable(),
      given: z.union([z.number(), z.string()]).nullable(),
      /** Of one that overrules the rules. */
      reason: z.string().nullable(),
    })
    .nullable(),
  changes: z.array(z.intersection(changeSchema, changeMark)),
  /** Of findings, in this version and those before: what is added or split off has another one. */
  used_ids: z.array(z.string()),
  can_undo: z.boolean(),
  can_redo: z.boolean(),
  /** What the caller may do now. */
  allowed: z.array(z.enum(reviewActions)),
  /** What may be changed: coded descriptors, measurements, types that may be added, categories. */
  review: reviewFields,
  ...signature,
});
export type ReviewReply = z.infer<typeof reviewReply>;

/**
 * `PATCH …/reviews/current`. All changes are kept, or none. A change whose id is known is acknowledged and
 * not made again; where all are known the call succeeds whatever `If-Match` says, so that a lost reply can be
 * asked for again.
 */
export const changesRequest = z.object({ changes: z.array(changeSchema).min(1).max(mostChangesPerCall) });

/**
 * `POST …/sign`. `accept_remaining`: accepts every finding that is found and not decided, in the same step;
 * without it such a report is refused with `findings_undecided`.
 */
export const signRequest = z.object({ reason: reason.optional(), accept_remaining: z.boolean().optional() });
export const withdrawRequest = z.object({ reason });
/** `POST …/amendments`: the reason is required to begin one, not to resume it. */
export const amendRequest = z.object({ reason: reason.optional() });

/** `GET …/versions`: the versions that were signed, and the one being written, newest first. */
export const versionsReply = z.object({
  versions: z.array(
    z.object({
      version: z.number().int(),
      state: reviewState,
      /** Whether it is what exports and lists show. */
      in_force: z.boolean(),
      changes: z.number().int(),
      ...signature,
    }),
  ),
});
export type VersionsReply = z.infer<typeof versionsReply>;

/** `XXXX-XXXX-XXXX-XXXX` in Crockford's base 32; case and hyphens do not matter. */
export const verifyParams = z.object({ code: z.string().trim().min(1).max(40) });

/** `GET /api/verify/{code}` _public_: nothing of the patient and nothing of the findings. */
export const verifyReply = z.object({
  module: moduleId,
  module_name: z.string(),
  state: reviewState,
  version: z.number().int(),
  signed_by: z.string(),
  signed_at: z.string(),
  /** Of a version that a later one replaced: that number. */
  replaced_by: z.number().int().optional(),
  withdrawn_at: z.string().optional(),
});
export type VerifyReply = z.infer<typeof verifyReply>;
