ALTER TABLE "reports" ADD COLUMN "conclusion" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "level" smallint;--> statement-breakpoint
ALTER TABLE "pacs_pushes" DROP COLUMN "document_key";