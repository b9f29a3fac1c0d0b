CREATE TABLE "pacs_pushes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"report_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"is_automatic" boolean NOT NULL,
	"form" text NOT NULL,
	"state" text NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"message" text,
	"document_key" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "pacs_pushes_state_is_known" CHECK ("pacs_pushes"."state" IN ('queued', 'sent', 'failed'))
);
--> statement-breakpoint
ALTER TABLE "analyses" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "pacs_pushes" ADD CONSTRAINT "pacs_pushes_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pacs_pushes" ADD CONSTRAINT "pacs_pushes_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pacs_pushes" ADD CONSTRAINT "pacs_pushes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pacs_pushes_of_report" ON "pacs_pushes" USING btree ("report_id","form");--> statement-breakpoint
CREATE INDEX "pacs_pushes_queued" ON "pacs_pushes" USING btree ("updated_at") WHERE "pacs_pushes"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "analyses_from_archive" ON "analyses" USING btree ("finished_at") WHERE "analyses"."origin" IS NOT NULL;