CREATE TABLE "emailed_segments" (
	"segment_id" uuid PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "emailed_segments" ADD CONSTRAINT "emailed_segments_segment_id_definitions_id_fk" FOREIGN KEY ("segment_id") REFERENCES "public"."definitions"("id") ON DELETE cascade ON UPDATE no action;