CREATE TABLE "installation_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"visitor_id_rotation" text NOT NULL,
	CONSTRAINT "installation_settings_one_row" CHECK ("installation_settings"."id" = 1)
);
