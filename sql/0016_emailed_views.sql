CREATE TABLE "emailed_views" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"website_id" uuid NOT NULL,
	"goal_id" uuid,
	"segment_id" uuid,
	"comparison" text DEFAULT 'previous' NOT NULL,
	"match_weekday" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
INSERT INTO "emailed_views" ("id", "website_id", "segment_id")
SELECT "segment_id", "website_id", "segment_id" FROM "emailed_segments" JOIN "definitions" ON "definitions"."id" = "segment_id";
--> statement-breakpoint
DROP TABLE "emailed_segments";--> statement-breakpoint
ALTER TABLE "emailed_views" ADD CONSTRAINT "emailed_views_website_id_websites_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emailed_views" ADD CONSTRAINT "emailed_views_goal_id_definitions_id_fk" FOREIGN KEY ("goal_id") REFERENCES "public"."definitions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "emailed_views" ADD CONSTRAINT "emailed_views_segment_id_definitions_id_fk" FOREIGN KEY ("segment_id") REFERENCES "public"."definitions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emailed_views_website_id_index" ON "emailed_views" USING btree ("website_id");