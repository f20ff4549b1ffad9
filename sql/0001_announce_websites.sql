CREATE FUNCTION "announce_website"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_notify('footfall_websites', coalesce(NEW.id, OLD.id)::text);
	RETURN NULL;
END;
$$;
--> statement-breakpoint
CREATE TRIGGER "websites_announce" AFTER INSERT OR UPDATE OR DELETE ON "websites"
	FOR EACH ROW EXECUTE FUNCTION "announce_website"();
