CREATE TABLE "batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"module" text NOT NULL,
	"service_type" text NOT NULL,
	"patient_id" text NOT NULL,
	"patient_key" text,
	"idempotency_key" text,
	"slices" integer NOT NULL,
	"stopped_because" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	CONSTRAINT "batches_slices_are_bounded" CHECK ("batches"."slices" BETWEEN 1 AND 1000),
	CONSTRAINT "batches_stop_is_known" CHECK ("batches"."stopped_because" IN ('cancelled', 'no_trials_remaining'))
);
--> statement-breakpoint
ALTER TABLE "analyses" ADD COLUMN "frame" integer;--> statement-breakpoint
ALTER TABLE "analyses" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "analyses" ADD COLUMN "slice" integer;--> statement-breakpoint
ALTER TABLE "analyses" ADD COLUMN "urgency" real;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "batches_by_idempotency_key" ON "batches" USING btree ("user_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "batches_of_user" ON "batches" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "batches_by_patient_key" ON "batches" USING btree ("patient_key");--> statement-breakpoint
ALTER TABLE "analyses" ADD CONSTRAINT "analyses_batch_id_batches_id_fk" FOREIGN KEY ("batch_id") REFERENCES "public"."batches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "analyses_of_batch" ON "analyses" USING btree ("batch_id","slice");--> statement-breakpoint
CREATE INDEX "analyses_by_source" ON "analyses" USING btree ("source_key");