CREATE TABLE "scheduled_exports" (
	"website_id" uuid PRIMARY KEY NOT NULL,
	"destination" text NOT NULL,
	"location" text NOT NULL,
	"region" text,
	"credentials" text,
	"next_day" text NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"last_day" text,
	"last_written_at" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"failure" text,
	"tested_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scheduled_exports" ADD CONSTRAINT "scheduled_exports_website_id_websites_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scheduled_exports_due_at_index" ON "scheduled_exports" USING btree ("due_at");