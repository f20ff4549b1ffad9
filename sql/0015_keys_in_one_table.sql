-- The table has a new name, so that a process of an earlier version fails: it would take every key in it for an account's own one.
ALTER TABLE "api_keys" RENAME TO "keys";--> statement-breakpoint
ALTER TABLE "keys" RENAME CONSTRAINT "api_keys_hash_unique" TO "keys_hash_unique";--> statement-breakpoint
ALTER TABLE "keys" RENAME CONSTRAINT "api_keys_account_id_accounts_id_fk" TO "keys_account_id_accounts_id_fk";--> statement-breakpoint
ALTER TABLE "keys" RENAME COLUMN "prefix" TO "start";--> statement-breakpoint
ALTER TABLE "keys" DROP CONSTRAINT "api_keys_pkey";--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "scopes" text[];--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "website_ids" uuid[];--> statement-breakpoint
ALTER TABLE "keys" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "keys_account_id_index" ON "keys" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "keys_own_index" ON "keys" USING btree ("account_id") WHERE scopes is null;--> statement-breakpoint
-- A key that is in both tables, as BOOTSTRAP_API_KEY could be, was the account's own one.
INSERT INTO "keys" ("id", "account_id", "hash", "start", "name", "scopes", "website_ids", "expires_at", "created_at", "last_used_at")
SELECT "id", "account_id", "hash", "start", "name", "scopes", "website_ids", "expires_at", "created_at", "last_used_at" FROM "scoped_keys"
ON CONFLICT ("hash") DO NOTHING;--> statement-breakpoint
ALTER TABLE "keys" ADD CONSTRAINT "keys_own_has_all_rights" CHECK (scopes is not null or (website_ids is null and expires_at is null));--> statement-breakpoint
DROP TABLE "scoped_keys";
