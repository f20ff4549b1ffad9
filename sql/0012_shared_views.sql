ALTER TABLE "shared_links" ADD COLUMN "expires_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "shared_links" ADD COLUMN "view" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "shared_links" ADD COLUMN "one_view" jsonb;