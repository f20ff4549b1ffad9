CREATE TABLE "event_batches" (
	"website_id" uuid NOT NULL,
	"idempotency_key" text NOT NULL,
	"body_hash" text NOT NULL,
	"instance" text NOT NULL,
	"results" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "event_batches_website_id_idempotency_key_pk" PRIMARY KEY("website_id","idempotency_key")
);
--> statement-breakpoint
ALTER TABLE "event_batches" ADD CONSTRAINT "event_batches_website_id_websites_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "event_batches_created_at_index" ON "event_batches" USING btree ("created_at");