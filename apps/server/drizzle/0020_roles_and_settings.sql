CREATE TABLE "organization_settings" (
	"organisation_id" uuid PRIMARY KEY NOT NULL,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "organization_settings" ADD CONSTRAINT "organization_settings_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- Until now every reader could also amend and withdraw what others signed; nobody loses that.
UPDATE "users" SET "role" = 'senior_reader' WHERE "role" = 'reader';--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_role_is_known" CHECK ("users"."role" IN ('technician', 'reader', 'senior_reader', 'auditor', 'administrator'));
