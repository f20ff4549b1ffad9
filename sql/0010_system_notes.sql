ALTER TABLE "installation_settings" ALTER COLUMN "visitor_id_rotation" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "installation_settings" ADD COLUMN "used_rotation" text;