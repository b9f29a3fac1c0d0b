ALTER TABLE "batches" ADD COLUMN "statement" jsonb;
