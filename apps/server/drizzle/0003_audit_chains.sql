CREATE TABLE "audit_heads" (
	"chain" uuid PRIMARY KEY NOT NULL,
	"sequence" bigint NOT NULL,
	"seal" text NOT NULL,
	"key_id" text NOT NULL,
	"head_seal" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "audit_events_of_organisation";--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "chain" uuid;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "sequence" bigint;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "key_id" text;--> statement-breakpoint
ALTER TABLE "audit_events" ADD COLUMN "seal" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "role" text DEFAULT 'reader' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_events_of_chain" ON "audit_events" USING btree ("chain","sequence");--> statement-breakpoint
CREATE INDEX "audit_events_of_user" ON "audit_events" USING btree ("chain","user_id","sequence");--> statement-breakpoint
CREATE INDEX "audit_events_of_subject" ON "audit_events" USING btree ("chain","subject_id","sequence");--> statement-breakpoint
ALTER TABLE "audit_events" ADD CONSTRAINT "audit_events_are_chained" CHECK ("chain" IS NOT NULL AND "sequence" IS NOT NULL AND "key_id" IS NOT NULL AND "seal" IS NOT NULL) NOT VALID;
