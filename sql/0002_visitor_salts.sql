CREATE TABLE "visitor_salts" (
	"rotation" text NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"salt" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "visitor_salts_rotation_period_start_pk" PRIMARY KEY("rotation","period_start")
);
