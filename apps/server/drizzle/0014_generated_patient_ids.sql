ALTER TABLE "analyses" ADD COLUMN "patient_generated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "patient_generated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "patient_generated" boolean DEFAULT false NOT NULL;