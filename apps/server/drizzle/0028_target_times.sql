DROP INDEX "worklist_due";--> statement-breakpoint
CREATE INDEX "worklist_by_level_and_age" ON "worklist" USING btree ("organisation_id","level","created_at") WHERE "worklist"."is_open";--> statement-breakpoint
ALTER TABLE "worklist" DROP COLUMN "due_at";