ALTER TABLE "alarms" DROP CONSTRAINT "alarms_reason_is_known";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "rotated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "rotated_by" text;--> statement-breakpoint
ALTER TABLE "organization_settings" ADD COLUMN "retention_reached" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_reason_is_known" CHECK ("alarms"."reason" IN ('urgent', 'budget', 'read_first'));