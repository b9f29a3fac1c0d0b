ALTER TABLE "analyses" ADD COLUMN "exam_slice" jsonb;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "kind" text DEFAULT 'slices' NOT NULL;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_kind_is_known" CHECK ("batches"."kind" IN ('slices', 'exam'));