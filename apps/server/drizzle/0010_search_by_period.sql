ALTER TABLE "reports" ADD COLUMN "search_tokens" integer[];--> statement-breakpoint
CREATE INDEX "reports_by_search_tokens" ON "reports" USING gin ("search_tokens") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "reports_without_search_tokens" ON "reports" USING btree ("id") WHERE "reports"."search_tokens" IS NULL;