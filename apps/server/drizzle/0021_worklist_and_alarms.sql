CREATE TABLE "alarm_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" text NOT NULL,
	"organisation_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"receiver" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alarm_messages_state_is_known" CHECK ("alarm_messages"."state" IN ('queued', 'sent', 'failed')),
	CONSTRAINT "alarm_messages_channel_is_known" CHECK ("alarm_messages"."channel" IN ('email', 'webhook'))
);
--> statement-breakpoint
CREATE TABLE "alarms" (
	"report_id" text PRIMARY KEY NOT NULL,
	"organisation_id" uuid NOT NULL,
	"module" text NOT NULL,
	"reason" text NOT NULL,
	"series_id" uuid,
	"score" double precision,
	"threshold" double precision,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alarms_series_id_unique" UNIQUE("series_id"),
	CONSTRAINT "alarms_reason_is_known" CHECK ("alarms"."reason" IN ('urgent', 'budget'))
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"report_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	CONSTRAINT "notifications_report_id_user_id_pk" PRIMARY KEY("report_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "worklist_readers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"looked_at" timestamp (3) with time zone NOT NULL,
	"filters" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "worklist" ADD COLUMN "assignee_id" uuid;--> statement-breakpoint
ALTER TABLE "alarm_messages" ADD CONSTRAINT "alarm_messages_report_id_alarms_report_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."alarms"("report_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarm_messages" ADD CONSTRAINT "alarm_messages_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alarms" ADD CONSTRAINT "alarms_organisation_id_organisations_id_fk" FOREIGN KEY ("organisation_id") REFERENCES "public"."organisations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_report_id_alarms_report_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."alarms"("report_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "worklist_readers" ADD CONSTRAINT "worklist_readers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "alarm_messages_once" ON "alarm_messages" USING btree ("report_id","channel","receiver");--> statement-breakpoint
CREATE INDEX "alarm_messages_waiting" ON "alarm_messages" USING btree ("updated_at") WHERE "alarm_messages"."state" = 'queued';--> statement-breakpoint
CREATE INDEX "alarms_by_organisation" ON "alarms" USING btree ("organisation_id","created_at");--> statement-breakpoint
CREATE INDEX "notifications_of_user" ON "notifications" USING btree ("user_id","created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" IS NULL;--> statement-breakpoint
ALTER TABLE "worklist" ADD CONSTRAINT "worklist_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "worklist_assigned" ON "worklist" USING btree ("organisation_id","assignee_id") WHERE "worklist"."is_open";--> statement-breakpoint
-- Whoever shows the worklist of an organisation is told, in every process, once the change is committed.
-- A hold that is merely renewed changes nothing that is shown.
CREATE FUNCTION tell_of_worklist() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('second_read', 'worklist:' || COALESCE(NEW.organisation_id, OLD.organisation_id));
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER worklist_tells_of_rows AFTER INSERT OR DELETE ON "worklist"
FOR EACH ROW EXECUTE FUNCTION tell_of_worklist();
--> statement-breakpoint
CREATE TRIGGER worklist_tells_of_changes AFTER UPDATE ON "worklist"
FOR EACH ROW WHEN (
	(OLD.is_open, OLD.version, OLD.level, OLD.urgency, OLD.holder_id, OLD.assignee_id)
	IS DISTINCT FROM (NEW.is_open, NEW.version, NEW.level, NEW.urgency, NEW.holder_id, NEW.assignee_id)
) EXECUTE FUNCTION tell_of_worklist();
--> statement-breakpoint
CREATE FUNCTION tell_of_notification() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('second_read', 'notifications:' || NEW.user_id);
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER notifications_tell AFTER INSERT OR UPDATE ON "notifications"
FOR EACH ROW EXECUTE FUNCTION tell_of_notification();
