ALTER TABLE "batches" ADD COLUMN "patient_confirmed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "identity" text;