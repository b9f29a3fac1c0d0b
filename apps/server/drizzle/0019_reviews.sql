CREATE TABLE "review_changes" (
	"review_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"change" text NOT NULL,
	"patient_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "review_changes_review_id_number_pk" PRIMARY KEY("review_id","number")
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" text NOT NULL,
	"organisation_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"revision" integer DEFAULT 0 NOT NULL,
	"holder_id" uuid,
	"held_until" timestamp (3) with time zone,
	"changes" integer DEFAULT 0 NOT NULL,
	"characters" integer DEFAULT 0 NOT NULL,
	"content" text,
	"patient_key" text NOT NULL,
	"reason" text,
	"signed_by" uuid,
	"signed_at" timestamp (3) with time zone,
	"verification_code" text,
	"withdraw_reason" text,
	"withdrawn_by" uuid,
	"withdrawn_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "reviews_verification_code_unique" UNIQUE("verification_code"),
	CONSTRAINT "reviews_state_is_known" CHECK ("reviews"."state" IN ('draft', 'signed', 'withdrawn'))
);
--> statement-breakpoint
CREATE TABLE "worklist" (
	"report_id" text PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"module" text NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	"level" smallint NOT NULL,
	"urgency" double precision NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"holder_id" uuid,
	"held_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "review_changes" ADD CONSTRAINT "review_changes_review_id_reviews_id_fk" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_changes" ADD CONSTRAINT "review_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_holder_id_users_id_fk" FOREIGN KEY ("holder_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_signed_by_users_id_fk" FOREIGN KEY ("signed_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_withdrawn_by_users_id_fk" FOREIGN KEY ("withdrawn_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "worklist" ADD CONSTRAINT "worklist_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "worklist" ADD CONSTRAINT "worklist_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "worklist" ADD CONSTRAINT "worklist_holder_id_users_id_fk" FOREIGN KEY ("holder_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "review_changes_by_id" ON "review_changes" USING btree ("review_id","id");--> statement-breakpoint
CREATE INDEX "review_changes_by_patient_key" ON "review_changes" USING btree ("patient_key");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_of_report" ON "reviews" USING btree ("report_id","version");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_one_draft" ON "reviews" USING btree ("report_id") WHERE "reviews"."state" = 'draft';--> statement-breakpoint
CREATE INDEX "reviews_by_patient_key" ON "reviews" USING btree ("patient_key");--> statement-breakpoint
CREATE INDEX "worklist_open" ON "worklist" USING btree ("organisation_id","level" DESC NULLS FIRST,"urgency" DESC NULLS FIRST,"created_at","report_id") WHERE "worklist"."is_open";--> statement-breakpoint
CREATE INDEX "worklist_open_of_module" ON "worklist" USING btree ("organisation_id","module","level" DESC NULLS FIRST,"urgency" DESC NULLS FIRST,"created_at","report_id") WHERE "worklist"."is_open";--> statement-breakpoint
CREATE INDEX "worklist_held" ON "worklist" USING btree ("organisation_id","holder_id","held_until") WHERE "worklist"."is_open";--> statement-breakpoint
CREATE INDEX "worklist_due" ON "worklist" USING btree ("organisation_id","due_at") WHERE "worklist"."is_open";