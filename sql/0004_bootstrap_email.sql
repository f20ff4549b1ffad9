ALTER TABLE "accounts" ADD COLUMN "bootstrap_email" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_bootstrap_email_unique" UNIQUE("bootstrap_email");