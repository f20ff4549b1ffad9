CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"bootstrap_email" text,
	"password_hash" text,
	"first_name" text,
	"last_name" text,
	"picture" text,
	"email_verified_at" timestamp (3) with time zone,
	"totp_secret" text,
	"two_factor_since" timestamp (3) with time zone,
	"totp_last_step" integer,
	"recovery_codes" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "accounts_email_unique" UNIQUE("email"),
	CONSTRAINT "accounts_bootstrap_email_unique" UNIQUE("bootstrap_email")
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"account_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"prefix" text NOT NULL,
	"name" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "deleted_websites" (
	"id" uuid PRIMARY KEY NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL,
	"erased_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"website_id" uuid NOT NULL,
	"instance" text NOT NULL,
	"idempotency_key" text,
	"body_hash" text,
	"state" text NOT NULL,
	"result" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "imports_website_id_idempotency_key_unique" UNIQUE("website_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "logins" (
	"hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid NOT NULL,
	"browser" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailed_links" (
	"hash" text PRIMARY KEY NOT NULL,
	"account_id" uuid,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "shared_links" (
	"token" text PRIMARY KEY NOT NULL,
	"website_id" uuid NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visitor_salts" (
	"rotation" text NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"salt" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "visitor_salts_rotation_period_start_pk" PRIMARY KEY("rotation","period_start")
);
--> statement-breakpoint
CREATE TABLE "websites" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"name" text NOT NULL,
	"domain" text NOT NULL,
	"timezone" text NOT NULL,
	"tracking_key" text NOT NULL,
	"favicon" text,
	"chart_theme" text DEFAULT 'default' NOT NULL,
	"allowed_domains" text[] DEFAULT '{}' NOT NULL,
	"excluded_ips" text[] DEFAULT '{}' NOT NULL,
	"excluded_paths" text[] DEFAULT '{}' NOT NULL,
	"excluded_hostnames" text[] DEFAULT '{}' NOT NULL,
	"excluded_countries" text[] DEFAULT '{}' NOT NULL,
	"exclude_hosting" boolean DEFAULT false NOT NULL,
	"email_weekly_summary" boolean DEFAULT false NOT NULL,
	"email_traffic_spike" boolean DEFAULT false NOT NULL,
	"count_generation" integer DEFAULT 1 NOT NULL,
	"count_state" text DEFAULT 'complete' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "websites_tracking_key_unique" UNIQUE("tracking_key")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "imports" ADD CONSTRAINT "imports_website_id_websites_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "logins" ADD CONSTRAINT "logins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mailed_links" ADD CONSTRAINT "mailed_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shared_links" ADD CONSTRAINT "shared_links_website_id_websites_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "websites" ADD CONSTRAINT "websites_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "logins_account_id_index" ON "logins" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "mailed_links_account_id_index" ON "mailed_links" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "shared_links_website_id_index" ON "shared_links" USING btree ("website_id");--> statement-breakpoint
CREATE INDEX "websites_account_id_index" ON "websites" USING btree ("account_id");