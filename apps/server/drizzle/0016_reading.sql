ALTER TABLE "reports" ADD COLUMN "reading" jsonb;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "reading_version" integer;