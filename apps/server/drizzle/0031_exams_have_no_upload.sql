ALTER TABLE "analyses" ALTER COLUMN "source_key" DROP NOT NULL;--> statement-breakpoint
UPDATE "analyses" SET "source_key" = NULL WHERE "batch_id" IS NOT NULL AND "slice" IS NULL;
