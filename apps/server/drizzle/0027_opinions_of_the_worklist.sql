ALTER TABLE "worklist" ADD COLUMN "opinions" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "worklist_by_age" ON "worklist" USING btree ("organisation_id","created_at","report_id") WHERE "worklist"."is_open";--> statement-breakpoint
CREATE INDEX "worklist_with_opinions" ON "worklist" USING btree ("organisation_id") WHERE "worklist"."is_open" AND ("worklist"."opinions" > 0 OR "worklist"."version" > 1);--> statement-breakpoint
UPDATE "worklist" SET "opinions" = given.n
FROM (SELECT "report_id", count(*) AS n FROM "opinions" GROUP BY "report_id") AS given
WHERE given."report_id" = "worklist"."report_id";
--> statement-breakpoint
-- An opinion changes what its reader sees of the list.
DROP TRIGGER worklist_tells_of_changes ON "worklist";
--> statement-breakpoint
CREATE TRIGGER worklist_tells_of_changes AFTER UPDATE ON "worklist"
FOR EACH ROW WHEN (
	(OLD.is_open, OLD.version, OLD.level, OLD.urgency, OLD.holder_id, OLD.assignee_id, OLD.opinions)
	IS DISTINCT FROM
	(NEW.is_open, NEW.version, NEW.level, NEW.urgency, NEW.holder_id, NEW.assignee_id, NEW.opinions)
) EXECUTE FUNCTION tell_of_worklist();
