CREATE TABLE "phrases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"module" text NOT NULL,
	"content" text NOT NULL,
	"patient_key" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "phrases" ADD CONSTRAINT "phrases_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "phrases_of_user" ON "phrases" USING btree ("user_id","module");--> statement-breakpoint
CREATE INDEX "phrases_by_patient_key" ON "phrases" USING btree ("patient_key");