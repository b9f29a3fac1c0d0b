DROP INDEX "reports_of_organisation";--> statement-breakpoint
DROP INDEX "reports_of_user";--> statement-breakpoint
DROP INDEX "reports_of_patient";--> statement-breakpoint
ALTER TABLE "analyses" ADD COLUMN "patient_key" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "patient_key" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "patient_digest" text;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "patient_tokens" integer[];--> statement-breakpoint
CREATE INDEX "analyses_by_patient_key" ON "analyses" USING btree ("patient_key");--> statement-breakpoint
CREATE INDEX "reports_by_patient_tokens" ON "reports" USING gin ("patient_tokens");--> statement-breakpoint
CREATE INDEX "reports_by_patient_key" ON "reports" USING btree ("patient_key");--> statement-breakpoint
CREATE INDEX "reports_of_organisation" ON "reports" USING btree ("organisation_id","module","created_at","id");--> statement-breakpoint
CREATE INDEX "reports_of_user" ON "reports" USING btree ("user_id","module","created_at","id");--> statement-breakpoint
CREATE INDEX "reports_of_patient" ON "reports" USING btree ("organisation_id","patient_digest");