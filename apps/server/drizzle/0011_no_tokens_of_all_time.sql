DROP INDEX "reports_by_patient_tokens";--> statement-breakpoint
ALTER TABLE "reports" DROP COLUMN "patient_tokens";