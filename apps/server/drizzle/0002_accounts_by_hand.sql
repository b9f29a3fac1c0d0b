ALTER TABLE "organisations" ADD COLUMN "disabled_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_ends_at" timestamp (3) with time zone;