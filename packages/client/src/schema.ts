// Made by npm run renew:client from the OpenAPI document; test/client/types.test.ts compares these hashes.
// document cfccff940e4b65a27166eccb5efbc3d75e196b71deccba45e3a0c3fe119895ec
// types 5cd47099c17df446f072cc33ae38040cfef658fba345dc07a6aa95e521f32383
export interface paths {
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get account */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/subscription": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get subscription */
        get: operations["getAccountSubscription"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get usage */
        get: operations["getAccountUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description The oldest first, expired ones included. The account's own key, of the dashboard, is not among them.
         */
        get: operations["getKeys"];
        put?: never;
        /**
         * Create API key
         * @description Creates a key with at most the rights of the key that creates it: 403 otherwise. The key is in this answer alone, since only its hash is stored. An account has at most 100 of these keys.
         */
        post: operations["postKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete API key
         * @description Requests with the key get 401 at once. A key can delete itself, and those that can do no more than itself: 403 otherwise.
         */
        delete: operations["deleteKeysKeyId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List websites
         * @description Those of the API key, the oldest first, at most 1,000 at a time. While there are more, `meta.nextCursor` and the header `Link` lead to the next page.
         */
        get: operations["getWebsites"];
        put?: never;
        /**
         * Create website
         * @description Several websites may have the same domain. 403 when the plan allows no more websites.
         */
        post: operations["postWebsites"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get website */
        get: operations["getWebsitesId"];
        put?: never;
        post?: never;
        /**
         * Delete website
         * @description Deletes the website and all of its events. Deletion is irreversible.
         */
        delete: operations["deleteWebsitesId"];
        options?: never;
        head?: never;
        /**
         * Update website
         * @description Changes the given fields only. A list replaces the earlier list. Read-only fields are accepted with their present value.
         */
        patch: operations["patchWebsitesId"];
        trace?: never;
    };
    "/websites/{id}/regenerate-tracking-key": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Regenerate tracking key
         * @description Replaces the tracking key of the website. The old key is invalid at once.
         */
        post: operations["postWebsitesIdRegenerateTrackingKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/embed-code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get embed code
         * @description Returns the script element for the website's pages.
         */
        get: operations["getWebsitesIdEmbedCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/stats/main": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get summary
         * @description The comparison range is the same number of days, or the same length of time, right before `from`. A range of up to 31 days that contains the present is compared with the same elapsed time.
         */
        get: operations["getWebsitesIdStatsMain"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/stats/visitors-chart": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get visitors chart
         * @description Visitors and pageviews by hour or day: every bucket of the range in order, empty ones as zeros. An hour ends at each full local hour and at each change of clocks.
         */
        get: operations["getWebsitesIdStatsVisitorsChart"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/stats/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List channels
         * @description Visitors by channel, with the five largest referrers of each; Direct has none. Rows are in descending order of their first number, then by name. `percentage` is a share of the total, 0 to 100.
         */
        get: operations["getWebsitesIdStatsChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/stats/drops": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List dropped events
         * @description Events that were not counted, by reason, the most frequent first. Accurate to a quarter of an hour. Those of `property_limit` and `invalid_revenue` count, without a part.
         */
        get: operations["getWebsitesIdStatsDrops"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/stats/countries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List countries
         * @description Visitors by country. Rows are in descending order of their first number, then by name. `percentage` is a share of the total, 0 to 100.
         */
        get: operations["getWebsitesIdStatsCountries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/stats/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pages
         * @description Visitors and pageviews by page. A row is a path with any event, so `pageviews` can be 0. Rows are in descending order of their first number, then by name. `percentage` is a share of the total, 0 to 100.
         */
        get: operations["getWebsitesIdStatsPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/stats/referrers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List referrers
         * @description Visitors by referrer: a known name, or a host without `www.`; Direct for sessions without one. Rows are in descending order of their first number, then by name. `percentage` is a share of the total, 0 to 100.
         */
        get: operations["getWebsitesIdStatsReferrers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/stats/browsers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List browsers
         * @description Visitors by browser. Rows are in descending order of their first number, then by name. `percentage` is a share of the total, 0 to 100.
         */
        get: operations["getWebsitesIdStatsBrowsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/stats/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List devices
         * @description Visitors by kind of device: desktop, mobile, tablet, tv, or other. Rows are in descending order of their first number, then by name. `percentage` is a share of the total, 0 to 100.
         */
        get: operations["getWebsitesIdStatsDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/stats/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns
         * @description Visitors by campaign: a row for each distinct set of `utm_source`, `utm_medium`, `utm_campaign` and `ref`. Rows are in descending order of their first number, then by name. `percentage` is a share of the total, 0 to 100.
         */
        get: operations["getWebsitesIdStatsCampaigns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/stats/cities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List cities
         * @description Visitors by city and country. Rows are in descending order of their first number, then by name. `percentage` is a share of the total, 0 to 100.
         */
        get: operations["getWebsitesIdStatsCities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/stats/entry-pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List entry pages
         * @description Visitors by the path of their session's first event. Rows are in descending order of their first number, then by name. `percentage` is a share of the total, 0 to 100.
         */
        get: operations["getWebsitesIdStatsEntryPages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/stats/exit-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exit links
         * @description Clicks on outbound links by destination: to hosts that are neither the domain, its subdomains, nor in `allowedDomains`. Rows are in descending order of their first number, then by name. `percentage` is a share of the total, 0 to 100.
         */
        get: operations["getWebsitesIdStatsExitLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/stats/os": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List operating systems
         * @description Visitors by operating system. Rows are in descending order of their first number, then by name. `percentage` is a share of the total, 0 to 100.
         */
        get: operations["getWebsitesIdStatsOs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/stats/custom-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List custom events
         * @description Visitors and events by custom event. Rows are in descending order of their first number, then by name. `percentage` is a share of the total, 0 to 100.
         */
        get: operations["getWebsitesIdStatsCustomEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/stats/languages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List languages
         * @description Visitors by browser language. Rows are in descending order of their first number, then by name. `percentage` is a share of the total, 0 to 100.
         */
        get: operations["getWebsitesIdStatsLanguages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/stats/has-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check for events
         * @description Whether the website has received any event, imported ones included.
         */
        get: operations["getWebsitesIdStatsHasEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query statistics
         * @description A row is the set of events with one value of each dimension; its metrics are those of `main` for these events. With `Accept: application/x-ndjson` or `text/csv`, all rows are a file. docs/query.md explains every word.
         */
        post: operations["postWebsitesIdQuery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/query": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Query statistics of several websites
         * @description A row is the set of events with one value of each dimension; its metrics are those of `main` for these events. With `Accept: application/x-ndjson` or `text/csv`, all rows are a file. docs/query.md explains every word. Visitors are counted once for each website.
         */
        post: operations["postQuery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/query/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run several queries at once
         * @description Each query is answered or refused separately, in the order of the request. The limits given in those that are answered add up to at most 10,000 rows.
         */
        post: operations["postWebsitesIdQueryBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/values": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Suggest values to filter by
         * @description Values of a dimension that contain a text, in the name or in the code, the most frequent first.
         */
        get: operations["getWebsitesIdValues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/query/schema": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List metrics, dimensions and operators */
        get: operations["getQuerySchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/goals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List goals
         * @description A goal matches single events: a page, a custom event, a link. It counts past events too. All of them, the oldest first.
         */
        get: operations["getWebsitesIdGoals"];
        put?: never;
        /**
         * Create goal
         * @description A goal matches single events: a page, a custom event, a link. It counts past events too. 409 for a name that is taken, and when there are 100 already.
         */
        post: operations["postWebsitesIdGoals"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/goals/{goalId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get goal */
        get: operations["getWebsitesIdGoalsGoalId"];
        put?: never;
        post?: never;
        /**
         * Delete goal
         * @description 409 lists the segments and funnels that refer to it, and the weekly summary if it has one, unless `force=true`, which also ends its emails.
         */
        delete: operations["deleteWebsitesIdGoalsGoalId"];
        options?: never;
        head?: never;
        /**
         * Update goal
         * @description Changes the given fields only. Read-only fields are accepted with their present value.
         */
        patch: operations["patchWebsitesIdGoalsGoalId"];
        trace?: never;
    };
    "/websites/{id}/segments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List segments
         * @description A segment is a saved filter, which other filters refer to by its id. All of them, the oldest first.
         */
        get: operations["getWebsitesIdSegments"];
        put?: never;
        /**
         * Create segment
         * @description A segment is a saved filter, which other filters refer to by its id. 409 for a name that is taken, and when there are 100 already.
         */
        post: operations["postWebsitesIdSegments"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/segments/{segmentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get segment */
        get: operations["getWebsitesIdSegmentsSegmentId"];
        put?: never;
        post?: never;
        /**
         * Delete segment
         * @description 409 lists the funnels that refer to it, and the weekly summary if it has one, unless `force=true`, which also ends its emails.
         */
        delete: operations["deleteWebsitesIdSegmentsSegmentId"];
        options?: never;
        head?: never;
        /**
         * Update segment
         * @description Changes the given fields only. Read-only fields are accepted with their present value.
         */
        patch: operations["patchWebsitesIdSegmentsSegmentId"];
        trace?: never;
    };
    "/websites/{id}/funnels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List funnels
         * @description A saved funnel. `POST /websites/:id/funnel` takes its steps and settings. All of them, the oldest first.
         */
        get: operations["getWebsitesIdFunnels"];
        put?: never;
        /**
         * Create funnel
         * @description A saved funnel. `POST /websites/:id/funnel` takes its steps and settings. 409 for a name that is taken, and when there are 100 already.
         */
        post: operations["postWebsitesIdFunnels"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/funnels/{funnelId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get funnel */
        get: operations["getWebsitesIdFunnelsFunnelId"];
        put?: never;
        post?: never;
        /** Delete funnel */
        delete: operations["deleteWebsitesIdFunnelsFunnelId"];
        options?: never;
        head?: never;
        /**
         * Update funnel
         * @description Changes the given fields only. Read-only fields are accepted with their present value.
         */
        patch: operations["patchWebsitesIdFunnelsFunnelId"];
        trace?: never;
    };
    "/websites/{id}/annotations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List annotations
         * @description A note about a day or an instant. A day stays the same local day when the time zone of the website changes. Notes with the source `system` are written by Footfall, and can only be read. All of them, the oldest first.
         */
        get: operations["getWebsitesIdAnnotations"];
        put?: never;
        /**
         * Create annotation
         * @description A note about a day or an instant. A day stays the same local day when the time zone of the website changes. Notes with the source `system` are written by Footfall, and can only be read. 409 for a name that is taken, and when there are 1,000 already.
         */
        post: operations["postWebsitesIdAnnotations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/annotations/{annotationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get annotation */
        get: operations["getWebsitesIdAnnotationsAnnotationId"];
        put?: never;
        post?: never;
        /** Delete annotation */
        delete: operations["deleteWebsitesIdAnnotationsAnnotationId"];
        options?: never;
        head?: never;
        /**
         * Update annotation
         * @description Changes the given fields only. Read-only fields are accepted with their present value.
         */
        patch: operations["patchWebsitesIdAnnotationsAnnotationId"];
        trace?: never;
    };
    "/websites/{id}/funnel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the visitors who go through the steps of a funnel
         * @description The first step is an event in the range that passes `filters`; later steps come after the step before, within `withinSeconds` of the first step. docs/funnels.md explains every word.
         */
        post: operations["postWebsitesIdFunnel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/journey": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Follow sessions from page to page
         * @description The tree of the steps that follow, or precede, the first event of the anchor in each session that began in the range. Each level has the ten largest nodes.
         */
        post: operations["postWebsitesIdJourney"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/cohorts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Count the visitors who return, by the period of their first visit
         * @description The range chooses the cohorts. Where visitor IDs change (`VISITOR_ID_ROTATION`), no visitor is recognized afterwards: with `monthly`, there is no period past the month, and with `daily` no retention.
         */
        post: operations["postWebsitesIdCohorts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find what changed between two ranges
         * @description A cause is a part that departs from the rest more than its own past does. docs/what-changed.md says how that is judged, and its limits.
         */
        post: operations["postWebsitesIdChanges"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sql": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a read-only SQL statement on the account's events
         * @description Views, limits and what is refused are those of the BI interface: docs/bi.md. With `Accept: text/csv` or `application/x-ndjson` the rows are a file. 64-bit integers are numbers: read them as text where your language would round them, with `toString(visitor_id)`.
         */
        post: operations["postSql"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/queries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List saved queries
         * @description All of them by name, with the parameters that each takes.
         */
        get: operations["getQueries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/queries/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Run a saved query
         * @description As `POST /sql` does, with the same limits. Each `{name:Type}` of the query is a query parameter of this request; one of a type `Nullable(…)` may be left out. A list is written as ClickHouse has it: `['/','/pricing']`. `raw=true` is as in `POST /sql`.
         */
        get: operations["getQueriesName"];
        /**
         * Save a query
         * @description Creates the query of that name, or replaces it. Rejects statements that `POST /sql` would reject without running them.
         */
        put: operations["putQueriesName"];
        post?: never;
        /**
         * Delete a saved query
         * @description Its endpoint is gone at once.
         */
        delete: operations["deleteQueriesName"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events from a server
         * @description Takes up to 1,000 events in any order, and answers when all accepted ones are on disk. Each event has its result, in the order of the events: `accepted`, `dropped` by the website's rules with the `reason`, or `invalid` with its `errors`. With the header `Idempotency-Key` a repeat within 24 hours has the same answer and keeps nothing twice.
         */
        post: operations["postWebsitesIdEvents"];
        /**
         * Delete events
         * @description Deletes the events that the same range and filters count in the statistics. For 24 hours, the deletion can be undone with its `deletionId`. The sessions that had any of them are made again from what remains, as if the deleted events had never come. The usage of the account stays as it is. All matching events are deleted or, when the deletion breaks off, none; large ones take minutes. Ask with `dryRun=true` first. An unknown or empty parameter is refused here, since it would delete more than was meant.
         */
        delete: operations["deleteWebsitesIdEvents"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import events
         * @description Imports past events, one JSON object a line. Lines come in any order and number, gzipped or not. All valid lines are imported or, when the import breaks off, none. With the header `Idempotency-Key` a repeat within 24 hours changes nothing. One import of an account runs at a time; others wait, or are refused with 429 and `Retry-After`.
         */
        post: operations["postWebsitesIdImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the raw events of a range
         * @description Answers with a file that is streamed: every event of the range. NDJSON, in the order of time, is what the import takes: imported into an empty website, it gives the same statistics. `X-Footfall-Events` is its number of lines. CSV and Parquet have the columns of the view `bi.events`, in no particular order.
         */
        get: operations["getWebsitesIdExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/scheduled-export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get scheduled export
         * @description 404 for a website without one. The keys of a bucket are never returned.
         */
        get: operations["getWebsitesIdScheduledExport"];
        /**
         * Set scheduled export
         * @description Writes a Parquet file of each local day of the website's time zone, an hour after the day is over. Replaces all settings, except that keys are kept when both are omitted. The first file is that of yesterday.
         */
        put: operations["putWebsitesIdScheduledExport"];
        post?: never;
        /**
         * Delete scheduled export
         * @description Existing files are kept.
         */
        delete: operations["deleteWebsitesIdScheduledExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/scheduled-export/rerun": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rerun scheduled export
         * @description Exports all days from `from` on again, for example after an import or a deletion of events.
         */
        post: operations["postWebsitesIdScheduledExportRerun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/scheduled-export/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test scheduled export
         * @description Writes the small file `footfall-test.txt` where the files of the website go, and answers whether that worked.
         */
        post: operations["postWebsitesIdScheduledExportTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/deletions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deletions
         * @description Lists the deletions of events of the last 24 hours that can be undone, the latest first.
         */
        get: operations["getWebsitesIdDeletions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/deletions/{deletionId}/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo deletion
         * @description Brings the events of a deletion back: every statistic is as if they had never been deleted. Events older than the data retention and events of visitors that were deleted since stay deleted. A deletion can be undone once, within 24 hours.
         */
        post: operations["postWebsitesIdDeletionsDeletionIdRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/deletions/{deletionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Make deletion final
         * @description Removes the copy of the deleted events at once, so that the deletion can no longer be undone. This is irreversible.
         */
        delete: operations["deleteWebsitesIdDeletionsDeletionId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/visitors/{visitorId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete visitor
         * @description Deletes all events and sessions of one visitor from every table, and from deletions that can still be undone. Every statistic is then as if the visitor had never come; the usage of the account stays as it is. Deletion is irreversible, and all or nothing.
         */
        delete: operations["deleteWebsitesIdVisitorsVisitorId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/visitors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete visitor by IP address and user agent
         * @description Deletes all events and sessions of one visitor from every table, and from deletions that can still be undone. Every statistic is then as if the visitor had never come; the usage of the account stays as it is. Deletion is irreversible, and all or nothing. The visitor is found by what visitor IDs are derived from. Where IDs rotate (`VISITOR_ID_ROTATION`), this finds the ID of the current day or month only, and for a day the one before: keys of earlier IDs no longer exist.
         */
        delete: operations["deleteWebsitesIdVisitors"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/websites/{id}/retention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get retention */
        get: operations["getWebsitesIdRetention"];
        /**
         * Set retention
         * @description Days that are older are permanently deleted every night. The retention of the installation is an upper limit: a larger number is stored, and the smaller one of both applies.
         */
        put: operations["putWebsitesIdRetention"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Account: {
            /** Format: uuid */
            id: string;
            email: string;
            firstName: string | null;
            lastName: string | null;
            picture: string | null;
            emailVerifiedAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        Failure: {
            /** @constant */
            success: false;
            data: null;
            meta: {
                /** @description Equals the HTTP status */
                status: number;
                /** @description What is wrong, each naming its field: the first 20, and then how many more there are */
                errors: string[];
                /** @description Of a query: the same errors for programs, with a JSON pointer into the body */
                problems?: {
                    pointer: string;
                    code: string;
                    suggestions: string[];
                }[];
                /**
                 * Format: date-time
                 * @description UTC, with milliseconds
                 */
                timestamp: string;
            };
        };
        Subscription: {
            plan: string;
            status: string;
            /** Format: date-time */
            currentPeriodStart: string;
            /** Format: date-time */
            currentPeriodEnd: string;
            limits: {
                pageviewsPerMonth: number;
                websites: number;
            };
        };
        Usage: {
            currentPeriod: {
                /** Format: date-time */
                start: string;
                /** Format: date-time */
                end: string;
            };
            pageviews: {
                used: number;
                limit: number;
                percentage: number;
            };
            websites: {
                used: number;
                limit: number;
            };
        };
        Website: {
            /** Format: uuid */
            id: string;
            userId: string;
            name: string;
            domain: string;
            /** @description IANA name */
            timezone: string;
            /** @description Tracking key */
            apiKey: string;
            favicon: string | null;
            /** @enum {string} */
            chartTheme: "default" | "ocean" | "forest" | "sunset" | "monochrome" | "vibrant" | "midnight" | "candy" | "cyber";
            allowedDomains: string[];
            excludedIps: string[];
            excludedPaths: string[];
            excludedHostnames: string[];
            excludedCountries: string[];
            /** @description Whether the owner gets a summary of each week by email, on Mondays at 8:00 of the time zone. Nothing is sent where the installation has no mail server (`SMTP_URL`) */
            emailWeeklySummary: boolean;
            /** @description Whether the owner gets an email about far more visitors than usual, and about silent tracking. Nothing is sent where the installation has no mail server (`SMTP_URL`) */
            emailTrafficSpike: boolean;
            totalVisitors24h: number;
            visitorsTimeline: {
                /** Format: date-time */
                timestamp: string;
                visitors: number;
            }[];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        MetricName: ("visitors" | "visits" | "pageviews" | "viewsPerVisit" | "bounceRate" | "averageSessionDurationSeconds" | "returningVisitors" | "returningVisitorRate" | "averageSecondsOnPage" | "timeReported" | "scrollDepth" | "events" | "clicks" | "conversions" | "convertedVisitors" | "conversionRate" | "percentage" | "revenue") | `sum:${string}` | `avg:${string}` | `revenue:${string}`;
        DimensionName: ("page" | "entryPage" | "exitPage" | "referrer" | "channel" | "campaign" | "campaignLink" | "country" | "region" | "city" | "language" | "browser" | "browserVersion" | "os" | "osVersion" | "device" | "screen" | "event" | "utmSource" | "utmMedium" | "utmCampaign" | "utmContent" | "utmTerm" | "ref" | "link" | "hostname" | "website" | "goal" | "minute" | "hour" | "day" | "week" | "month" | "weekday" | "hourOfDay") | `property:${string}`;
        /** @description A condition `{ dimension, operator, values }`, `{ and: [] }`, `{ or: [] }`, `{ not }`, `{ hasDone }`, `{ segment: id }`, `{ goal: id }`, or a list, which means and */
        Filter: {
            dimension: ("page" | "entryPage" | "exitPage" | "referrer" | "channel" | "campaign" | "campaignLink" | "country" | "region" | "city" | "language" | "browser" | "browserVersion" | "os" | "osVersion" | "device" | "screen" | "event" | "utmSource" | "utmMedium" | "utmCampaign" | "utmContent" | "utmTerm" | "ref" | "link" | "hostname") | `property:${string}`;
            /** @enum {string} */
            operator: "is" | "is_not" | "contains" | "contains_not" | "matches" | "matches_not" | "greater" | "less";
            values: (string | number | boolean | null)[];
        } | {
            and: components["schemas"]["Filter"][];
        } | {
            or: components["schemas"]["Filter"][];
        } | {
            not: components["schemas"]["Filter"];
        } | {
            hasDone: components["schemas"]["Filter"];
        } | {
            segment: string;
        } | {
            goal: string;
        } | FilterList;
        DescribedFilter: {
            dimension: ("page" | "entryPage" | "exitPage" | "referrer" | "channel" | "campaign" | "campaignLink" | "country" | "region" | "city" | "language" | "browser" | "browserVersion" | "os" | "osVersion" | "device" | "screen" | "event" | "utmSource" | "utmMedium" | "utmCampaign" | "utmContent" | "utmTerm" | "ref" | "link" | "hostname") | `property:${string}`;
            /** @enum {string} */
            operator: "is" | "is_not" | "contains" | "contains_not" | "matches" | "matches_not" | "greater" | "less";
            values: (string | number | boolean | null)[];
        } | {
            and: components["schemas"]["DescribedFilter"][];
        } | {
            or: components["schemas"]["DescribedFilter"][];
        } | {
            not: components["schemas"]["DescribedFilter"];
        } | {
            hasDone: components["schemas"]["DescribedFilter"];
        } | {
            segment: string;
            name: string;
            filters: components["schemas"]["DescribedFilter"];
        } | {
            goal: string;
            name: string;
            match: components["schemas"]["DescribedFilter"];
        } | DescribedFilterList;
        Goal: {
            /** Format: uuid */
            id: string;
            /**
             * @description Unique among those of its kind on the website
             * @example Pricing and signup
             */
            name: string;
            /**
             * @description A filter on one event: `page` (pageviews only), `event`, `link` and `property:NAME`. In pages, `*` stands for any characters
             * @example {
             *       "dimension": "page",
             *       "operator": "is",
             *       "values": [
             *         "/thanks/*"
             *       ]
             *     }
             */
            match: components["schemas"]["Filter"];
        };
        Segment: {
            /** Format: uuid */
            id: string;
            /**
             * @description Unique among those of its kind on the website
             * @example Pricing and signup
             */
            name: string;
            /**
             * @description As in `POST /websites/:id/query`, without segments
             * @example [
             *       {
             *         "dimension": "country",
             *         "operator": "is",
             *         "values": [
             *           "DE",
             *           "AT"
             *         ]
             *       }
             *     ]
             */
            filters: components["schemas"]["Filter"];
        };
        Funnel: {
            /** Format: uuid */
            id: string;
            /**
             * @description Unique among those of its kind on the website
             * @example Pricing and signup
             */
            name: string;
            /**
             * @description Filters on single events, or `{ goal: id }`
             * @example [
             *       {
             *         "dimension": "page",
             *         "operator": "is",
             *         "values": [
             *           "/pricing"
             *         ]
             *       },
             *       {
             *         "dimension": "event",
             *         "operator": "is",
             *         "values": [
             *           "signup"
             *         ]
             *       }
             *     ]
             */
            steps: components["schemas"]["Filter"][];
            /**
             * @description From the first step to the last one; by default a day
             * @example 86400
             */
            withinSeconds: number;
            /**
             * @description Whether other events may lie between two steps: `any` of them, or only repeats of the step before
             * @enum {string}
             */
            order: "any" | "strict";
            /**
             * @description Whether all steps must be in one session
             * @enum {string}
             */
            scope: "visitor" | "session";
        };
        Annotation: {
            /** Format: uuid */
            id: string;
            /**
             * @description A day, `YYYY-MM-DD`; or a date-time, without an offset in the website's time zone
             * @example 2026-03-01
             */
            at: string;
            until: string | null;
            /** @example New pricing page */
            text: string;
            /**
             * @description Who wrote it
             * @enum {string}
             */
            source: "user" | "api" | "system";
        };
        JourneyNode: {
            /** @description A page, section or custom event; `(exit)` without a further step, `(other)` for the rest */
            value: string | null;
            /** @description Those of `children` add up to it, except on the last level, which has none */
            sessions: number;
            /** @description Null for `(other)` */
            visitors: number | null;
            /** @description Nodes of the next step */
            children: components["schemas"]["JourneyNode"][];
        };
        SavedQuery: {
            name: string;
            description: string | null;
            query: string;
            readonly parameters: {
                name: string;
                /** @description ClickHouse's type */
                type: string;
            }[];
            /** @description Its own endpoint */
            url: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ScheduledExport: {
            /** @enum {string} */
            destination: "folder" | "s3";
            /** @description The path below `EXPORT_DIR`; null for `s3` */
            folder: string | null;
            /** @description The URL of the bucket; null for `folder` */
            url: string | null;
            region: string | null;
            /** @description Where the files are, each named `YYYY-MM-DD.parquet` */
            location: string;
            /** @description The last day that was written; null before the first */
            lastDay: string | null;
            lastWrittenAt: string | null;
            /** @description The day that is written next */
            nextDay: string;
            /**
             * Format: date-time
             * @description When that is: an hour after the end of the day or, after a failure, the next attempt
             */
            nextRunAt: string;
            /** @description Why the last attempt failed; null after a success */
            failure: string | null;
            failingSince: string | null;
        };
        /** @description The website that it is about */
        WebhookWebsite: {
            /** Format: uuid */
            id: string;
            name: string;
            domain: string;
        };
        WebhookFigure: {
            /** @description In the week */
            now: number;
            /** @description In the week before */
            before: number;
            /** @description Between them, in percent; null if the week before began before the website's first event */
            change: number | null;
        };
        WebhookRow: {
            /** @description As in the API */
            name: string;
            /** @description The name as people read it, in the language of the owner, where it is another one */
            label?: string;
            /** @description Visitors; of outbound links, clicks */
            value: number;
            /** @description Share of the total, 0 to 100 */
            percentage: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Account"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getAccountSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Subscription"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getAccountUsage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Usage"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            scopes: ("read" | "write" | "ingest" | "sql")[];
                            /** @description Ids of websites, or `all`, which includes those that are added later */
                            websites: "all" | string[];
                            /** @description Null for a key that does not expire */
                            expiresAt: string | null;
                            /** @description To the minute; null before its first use */
                            lastUsedAt: string | null;
                            /** @description The first 12 characters of the key */
                            start: string;
                        }[];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @example Grafana */
                    name: string;
                    /**
                     * @example [
                     *       "read"
                     *     ]
                     * @example [
                     *       "read",
                     *       "sql"
                     *     ]
                     */
                    scopes: ("read" | "write" | "ingest" | "sql")[];
                    /**
                     * @description Ids of at most 100 websites of the account, or `all`
                     * @example all
                     */
                    websites: "all" | string[];
                    /**
                     * @description From then on, requests with the key are 401. Null or missing for a key that does not expire
                     * @example 2027-01-01T00:00:00Z
                     * @example null
                     */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            name: string;
                            scopes: ("read" | "write" | "ingest" | "sql")[];
                            /** @description Ids of websites, or `all`, which includes those that are added later */
                            websites: "all" | string[];
                            /** @description Null for a key that does not expire */
                            expiresAt: string | null;
                            /** @description To the minute; null before its first use */
                            lastUsedAt: string | null;
                            /** @description The first 12 characters of the key */
                            start: string;
                            /** @description The key itself */
                            key: string;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 201;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteKeysKeyId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The key's id */
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsites: {
        parameters: {
            query?: {
                /** @description Websites per page: must be a whole number from 1 to 1,000 */
                limit?: string;
                /** @description Only websites after an earlier page: its `meta.nextCursor` */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Website"][];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                            /** @description Where the next page begins, for the parameter `cursor`; missing on the last page */
                            nextCursor?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postWebsites: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Display name
                     * @example Shop
                     */
                    name: string;
                    /**
                     * @description Primary domain; its subdomains are included. A URL is accepted too: scheme, `www.`, port and path are removed. A public suffix such as `co.uk` is not
                     * @example example.com
                     */
                    domain: string;
                    /**
                     * @description IANA name of the time zone of all statistics, stored in IANA's case
                     * @example Europe/Berlin
                     */
                    timezone: string;
                    favicon?: string | null;
                    /**
                     * @description Further hosts of the website, each also with `www.` in front. `*.` in front is any subdomain, and a `*` elsewhere any characters of its label. At most 10 entries
                     * @example [
                     *       "shop-*.example.com",
                     *       "*.example.net"
                     *     ]
                     */
                    allowedDomains?: string[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Website"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 201;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Website"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteWebsitesId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    patchWebsitesId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Display name
                     * @example Shop
                     */
                    name?: string;
                    /**
                     * @description Primary domain; its subdomains are included. A URL is accepted too: scheme, `www.`, port and path are removed. A public suffix such as `co.uk` is not
                     * @example example.com
                     */
                    domain?: string;
                    /**
                     * @description IANA name of the time zone of all statistics, stored in IANA's case
                     * @example Europe/Berlin
                     */
                    timezone?: string;
                    favicon?: string | null;
                    /**
                     * @description Further hosts of the website, each also with `www.` in front. `*.` in front is any subdomain, and a `*` elsewhere any characters of its label. At most 10 entries
                     * @example [
                     *       "shop-*.example.com",
                     *       "*.example.net"
                     *     ]
                     */
                    allowedDomains?: string[];
                    /**
                     * @description Colors of the charts on the dashboard
                     * @enum {string}
                     */
                    chartTheme?: "default" | "ocean" | "forest" | "sunset" | "monochrome" | "vibrant" | "midnight" | "candy" | "cyber";
                    /**
                     * @description Visitor addresses that are not tracked: IPv4, IPv6, and CIDR blocks of both. At most 500 entries, of 16,384 characters in all
                     * @example [
                     *       "192.0.2.7",
                     *       "2001:db8::/32"
                     *     ]
                     */
                    excludedIps?: string[];
                    /**
                     * @description Paths that are not tracked. `*` stands for any characters, `/` included. At most 500 entries, of 16,384 characters in all
                     * @example [
                     *       "/admin/*",
                     *       "*\/preview"
                     *     ]
                     */
                    excludedPaths?: string[];
                    /**
                     * @description Hosts that are not tracked. `*.` in front is any subdomain, and a `*` elsewhere any characters of its label. At most 100 entries
                     * @example [
                     *       "shop-*.example.com",
                     *       "*.example.net"
                     *     ]
                     */
                    excludedHostnames?: string[];
                    /**
                     * @description Countries that are not tracked: codes of ISO 3166-1 alpha-2, and `XK`. At most 250 entries
                     * @example [
                     *       "AQ"
                     *     ]
                     */
                    excludedCountries?: ("AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "XK" | "YE" | "YT" | "ZA" | "ZM" | "ZW")[];
                    /** @description Weekly summary by email */
                    emailWeeklySummary?: boolean;
                    /** @description Alert by email about a traffic spike, or about silence */
                    emailTrafficSpike?: boolean;
                    /** @description Read-only */
                    readonly id?: string;
                    /** @description Read-only */
                    readonly userId?: string;
                    /** @description Read-only */
                    readonly apiKey?: string;
                    /** @description Read-only */
                    readonly createdAt?: string;
                    /** @description Read-only */
                    readonly updatedAt?: string;
                    /** @description Read-only */
                    readonly totalVisitors24h?: number;
                    /** @description Read-only */
                    readonly visitorsTimeline?: unknown[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Website"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postWebsitesIdRegenerateTrackingKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Website"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdEmbedCode: {
        parameters: {
            query?: {
                /** @description Enables tracking on localhost for debugging */
                allowLocalhost?: string;
            };
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            embedCode: string;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdStatsMain: {
        parameters: {
            query: {
                /** @description Filters by any other dimension of queries: `utmSource=news`, `property:plan=pro`. Filters with an operator: `page.contains=/docs`, `country.is_not=DE`. Every dimension of queries has them, and `is`, `is_not`, `contains`, `contains_not`, `matches`, `matches_not`; properties also `greater` and `less`. `is` and `is_not` take `null` for a missing value; `9.5` and `true` are the number or boolean and the text. A property whose name has a dot needs an operator. A filter that is given several times has several values, of which any may match */
                parameters?: {
                    [key: string]: string;
                };
                /** @description First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. From 1970 to 2100 */
                from: string;
                /** @description Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it */
                to: string;
                /** @description Path of the page, such as /pricing */
                page?: string;
                /** @description Path of the session's first event */
                entryPage?: string;
                /** @description Name of the referrer, or its host, such as Google */
                referrer?: string;
                /** @description Channel, such as Organic Search */
                channel?: string;
                /** @description `utm_campaign`; Unknown for links without it that have another tracking parameter */
                campaign?: string;
                /** @description Query string of the campaign's link, as `name` in `campaigns`, such as ?utm_source=news&utm_medium=email */
                campaignLink?: string;
                /** @description Country, ISO 3166-1 alpha-2, such as DE; ZZ when unknown */
                country?: string;
                /** @description Name of the city, in any case and in any country; Unknown when unknown */
                city?: string;
                /** @description Language tag, such as en-US; und when unknown */
                language?: string;
                /** @description Name of the browser, such as Firefox */
                browser?: string;
                /** @description Name or code of the operating system, such as macOS or macos */
                os?: string;
                /** @description desktop, mobile, tablet, tv, or other */
                device?: string;
                /** @description Name of a custom event */
                event?: string;
                /** @description Id of a segment of the website, whose filters apply too */
                segment?: string;
                /** @description Id of a goal of the website: only its events */
                goal?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description Unique visitors in the range */
                            totalVisitors: number;
                            /** @description Visitors of the range with an event before its start */
                            returningVisitors: number;
                            /** @description Returning over total, 0 to 1 */
                            returningVisitorRate: number;
                            totalPageviews: number;
                            /** @description Average pageviews per visitor */
                            viewsPerVisit: number;
                            /** @description Sessions with exactly one pageview over sessions, 0 to 1 */
                            bounceRate: number;
                            averageSessionDurationSeconds: number;
                            previousTotalVisitors: number;
                            previousBounceRate: number;
                            previousAverageSessionDurationSeconds: number;
                            /** @description Percent */
                            visitorsChange: number;
                            /** @description Percent */
                            bounceRateChange: number;
                            /** @description Percent */
                            sessionDurationChange: number;
                            previousTotalPageviews: number;
                            /** @description Percent */
                            pageviewsChange: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdStatsVisitorsChart: {
        parameters: {
            query: {
                /** @description Filters by any other dimension of queries: `utmSource=news`, `property:plan=pro`. Filters with an operator: `page.contains=/docs`, `country.is_not=DE`. Every dimension of queries has them, and `is`, `is_not`, `contains`, `contains_not`, `matches`, `matches_not`; properties also `greater` and `less`. `is` and `is_not` take `null` for a missing value; `9.5` and `true` are the number or boolean and the text. A property whose name has a dot needs an operator. A filter that is given several times has several values, of which any may match */
                parameters?: {
                    [key: string]: string;
                };
                /** @description First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. From 1970 to 2100 */
                from: string;
                /** @description Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it */
                to: string;
                /** @description Path of the page, such as /pricing */
                page?: string;
                /** @description Path of the session's first event */
                entryPage?: string;
                /** @description Name of the referrer, or its host, such as Google */
                referrer?: string;
                /** @description Channel, such as Organic Search */
                channel?: string;
                /** @description `utm_campaign`; Unknown for links without it that have another tracking parameter */
                campaign?: string;
                /** @description Query string of the campaign's link, as `name` in `campaigns`, such as ?utm_source=news&utm_medium=email */
                campaignLink?: string;
                /** @description Country, ISO 3166-1 alpha-2, such as DE; ZZ when unknown */
                country?: string;
                /** @description Name of the city, in any case and in any country; Unknown when unknown */
                city?: string;
                /** @description Language tag, such as en-US; und when unknown */
                language?: string;
                /** @description Name of the browser, such as Firefox */
                browser?: string;
                /** @description Name or code of the operating system, such as macOS or macos */
                os?: string;
                /** @description desktop, mobile, tablet, tv, or other */
                device?: string;
                /** @description Name of a custom event */
                event?: string;
                /** @description Id of a segment of the website, whose filters apply too */
                segment?: string;
                /** @description Id of a goal of the website: only its events */
                goal?: string;
                /** @description Length of a bucket. Hours are for at most 366 days */
                granularity?: "hour" | "day";
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: {
                                /**
                                 * @description Day `YYYY-MM-DD`, or the first instant of an hour in local time with its offset
                                 * @example 2026-03-29T03:00:00+02:00
                                 */
                                date: string;
                                visitors: number;
                                pageviews: number;
                            }[];
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdStatsChannels: {
        parameters: {
            query: {
                /** @description Filters by any other dimension of queries: `utmSource=news`, `property:plan=pro`. Filters with an operator: `page.contains=/docs`, `country.is_not=DE`. Every dimension of queries has them, and `is`, `is_not`, `contains`, `contains_not`, `matches`, `matches_not`; properties also `greater` and `less`. `is` and `is_not` take `null` for a missing value; `9.5` and `true` are the number or boolean and the text. A property whose name has a dot needs an operator. A filter that is given several times has several values, of which any may match */
                parameters?: {
                    [key: string]: string;
                };
                /** @description First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. From 1970 to 2100 */
                from: string;
                /** @description Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it */
                to: string;
                /** @description Path of the page, such as /pricing */
                page?: string;
                /** @description Path of the session's first event */
                entryPage?: string;
                /** @description Name of the referrer, or its host, such as Google */
                referrer?: string;
                /** @description Channel, such as Organic Search */
                channel?: string;
                /** @description `utm_campaign`; Unknown for links without it that have another tracking parameter */
                campaign?: string;
                /** @description Query string of the campaign's link, as `name` in `campaigns`, such as ?utm_source=news&utm_medium=email */
                campaignLink?: string;
                /** @description Country, ISO 3166-1 alpha-2, such as DE; ZZ when unknown */
                country?: string;
                /** @description Name of the city, in any case and in any country; Unknown when unknown */
                city?: string;
                /** @description Language tag, such as en-US; und when unknown */
                language?: string;
                /** @description Name of the browser, such as Firefox */
                browser?: string;
                /** @description Name or code of the operating system, such as macOS or macos */
                os?: string;
                /** @description desktop, mobile, tablet, tv, or other */
                device?: string;
                /** @description Name of a custom event */
                event?: string;
                /** @description Id of a segment of the website, whose filters apply too */
                segment?: string;
                /** @description Id of a goal of the website: only its events */
                goal?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            channels: {
                                name: string;
                                visitors: number;
                                /** @description Share of the total, 0 to 100 */
                                percentage: number;
                                topSources: {
                                    source: string;
                                    visitors: number;
                                    /** @description Share of the total, 0 to 100 */
                                    percentage: number;
                                }[];
                            }[];
                            totalVisitors: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdStatsDrops: {
        parameters: {
            query: {
                /** @description First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. From 1970 to 2100 */
                from: string;
                /** @description Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it */
                to: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            drops: {
                                reason: string;
                                events: number;
                            }[];
                            /** @description The events of `bot` by known program; null for all others */
                            bots: {
                                name: string | null;
                                events: number;
                            }[];
                            /** @description Of events that were not counted: without `property_limit` and `invalid_revenue` */
                            total: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdStatsCountries: {
        parameters: {
            query: {
                /** @description Filters by any other dimension of queries: `utmSource=news`, `property:plan=pro`. Filters with an operator: `page.contains=/docs`, `country.is_not=DE`. Every dimension of queries has them, and `is`, `is_not`, `contains`, `contains_not`, `matches`, `matches_not`; properties also `greater` and `less`. `is` and `is_not` take `null` for a missing value; `9.5` and `true` are the number or boolean and the text. A property whose name has a dot needs an operator. A filter that is given several times has several values, of which any may match */
                parameters?: {
                    [key: string]: string;
                };
                /** @description First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. From 1970 to 2100 */
                from: string;
                /** @description Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it */
                to: string;
                /** @description Path of the page, such as /pricing */
                page?: string;
                /** @description Path of the session's first event */
                entryPage?: string;
                /** @description Name of the referrer, or its host, such as Google */
                referrer?: string;
                /** @description Channel, such as Organic Search */
                channel?: string;
                /** @description `utm_campaign`; Unknown for links without it that have another tracking parameter */
                campaign?: string;
                /** @description Query string of the campaign's link, as `name` in `campaigns`, such as ?utm_source=news&utm_medium=email */
                campaignLink?: string;
                /** @description Country, ISO 3166-1 alpha-2, such as DE; ZZ when unknown */
                country?: string;
                /** @description Name of the city, in any case and in any country; Unknown when unknown */
                city?: string;
                /** @description Language tag, such as en-US; und when unknown */
                language?: string;
                /** @description Name of the browser, such as Firefox */
                browser?: string;
                /** @description Name or code of the operating system, such as macOS or macos */
                os?: string;
                /** @description desktop, mobile, tablet, tv, or other */
                device?: string;
                /** @description Name of a custom event */
                event?: string;
                /** @description Id of a segment of the website, whose filters apply too */
                segment?: string;
                /** @description Id of a goal of the website: only its events */
                goal?: string;
                /** @description Maximum number of rows; `all` returns every row. Totals are of all rows */
                limit?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: {
                                /** @description ISO 3166-1 alpha-2; ZZ when unknown */
                                country: string;
                                countryName: string;
                                visitors: number;
                                /** @description Share of the total, 0 to 100 */
                                percentage: number;
                            }[];
                            total: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdStatsPages: {
        parameters: {
            query: {
                /** @description Filters by any other dimension of queries: `utmSource=news`, `property:plan=pro`. Filters with an operator: `page.contains=/docs`, `country.is_not=DE`. Every dimension of queries has them, and `is`, `is_not`, `contains`, `contains_not`, `matches`, `matches_not`; properties also `greater` and `less`. `is` and `is_not` take `null` for a missing value; `9.5` and `true` are the number or boolean and the text. A property whose name has a dot needs an operator. A filter that is given several times has several values, of which any may match */
                parameters?: {
                    [key: string]: string;
                };
                /** @description First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. From 1970 to 2100 */
                from: string;
                /** @description Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it */
                to: string;
                /** @description Path of the page, such as /pricing */
                page?: string;
                /** @description Path of the session's first event */
                entryPage?: string;
                /** @description Name of the referrer, or its host, such as Google */
                referrer?: string;
                /** @description Channel, such as Organic Search */
                channel?: string;
                /** @description `utm_campaign`; Unknown for links without it that have another tracking parameter */
                campaign?: string;
                /** @description Query string of the campaign's link, as `name` in `campaigns`, such as ?utm_source=news&utm_medium=email */
                campaignLink?: string;
                /** @description Country, ISO 3166-1 alpha-2, such as DE; ZZ when unknown */
                country?: string;
                /** @description Name of the city, in any case and in any country; Unknown when unknown */
                city?: string;
                /** @description Language tag, such as en-US; und when unknown */
                language?: string;
                /** @description Name of the browser, such as Firefox */
                browser?: string;
                /** @description Name or code of the operating system, such as macOS or macos */
                os?: string;
                /** @description desktop, mobile, tablet, tv, or other */
                device?: string;
                /** @description Name of a custom event */
                event?: string;
                /** @description Id of a segment of the website, whose filters apply too */
                segment?: string;
                /** @description Id of a goal of the website: only its events */
                goal?: string;
                /** @description Maximum number of rows; `all` returns every row. Totals are of all rows */
                limit?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: {
                                /** @description Path */
                                page: string;
                                visitors: number;
                                pageviews: number;
                                /** @description Share of the total, 0 to 100 */
                                percentage: number;
                            }[];
                            total: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdStatsReferrers: {
        parameters: {
            query: {
                /** @description Filters by any other dimension of queries: `utmSource=news`, `property:plan=pro`. Filters with an operator: `page.contains=/docs`, `country.is_not=DE`. Every dimension of queries has them, and `is`, `is_not`, `contains`, `contains_not`, `matches`, `matches_not`; properties also `greater` and `less`. `is` and `is_not` take `null` for a missing value; `9.5` and `true` are the number or boolean and the text. A property whose name has a dot needs an operator. A filter that is given several times has several values, of which any may match */
                parameters?: {
                    [key: string]: string;
                };
                /** @description First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. From 1970 to 2100 */
                from: string;
                /** @description Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it */
                to: string;
                /** @description Path of the page, such as /pricing */
                page?: string;
                /** @description Path of the session's first event */
                entryPage?: string;
                /** @description Name of the referrer, or its host, such as Google */
                referrer?: string;
                /** @description Channel, such as Organic Search */
                channel?: string;
                /** @description `utm_campaign`; Unknown for links without it that have another tracking parameter */
                campaign?: string;
                /** @description Query string of the campaign's link, as `name` in `campaigns`, such as ?utm_source=news&utm_medium=email */
                campaignLink?: string;
                /** @description Country, ISO 3166-1 alpha-2, such as DE; ZZ when unknown */
                country?: string;
                /** @description Name of the city, in any case and in any country; Unknown when unknown */
                city?: string;
                /** @description Language tag, such as en-US; und when unknown */
                language?: string;
                /** @description Name of the browser, such as Firefox */
                browser?: string;
                /** @description Name or code of the operating system, such as macOS or macos */
                os?: string;
                /** @description desktop, mobile, tablet, tv, or other */
                device?: string;
                /** @description Name of a custom event */
                event?: string;
                /** @description Id of a segment of the website, whose filters apply too */
                segment?: string;
                /** @description Id of a goal of the website: only its events */
                goal?: string;
                /** @description Maximum number of rows; `all` returns every row. Totals are of all rows */
                limit?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: {
                                referrer: string;
                                visitors: number;
                                /** @description Share of the total, 0 to 100 */
                                percentage: number;
                            }[];
                            total: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdStatsBrowsers: {
        parameters: {
            query: {
                /** @description Filters by any other dimension of queries: `utmSource=news`, `property:plan=pro`. Filters with an operator: `page.contains=/docs`, `country.is_not=DE`. Every dimension of queries has them, and `is`, `is_not`, `contains`, `contains_not`, `matches`, `matches_not`; properties also `greater` and `less`. `is` and `is_not` take `null` for a missing value; `9.5` and `true` are the number or boolean and the text. A property whose name has a dot needs an operator. A filter that is given several times has several values, of which any may match */
                parameters?: {
                    [key: string]: string;
                };
                /** @description First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. From 1970 to 2100 */
                from: string;
                /** @description Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it */
                to: string;
                /** @description Path of the page, such as /pricing */
                page?: string;
                /** @description Path of the session's first event */
                entryPage?: string;
                /** @description Name of the referrer, or its host, such as Google */
                referrer?: string;
                /** @description Channel, such as Organic Search */
                channel?: string;
                /** @description `utm_campaign`; Unknown for links without it that have another tracking parameter */
                campaign?: string;
                /** @description Query string of the campaign's link, as `name` in `campaigns`, such as ?utm_source=news&utm_medium=email */
                campaignLink?: string;
                /** @description Country, ISO 3166-1 alpha-2, such as DE; ZZ when unknown */
                country?: string;
                /** @description Name of the city, in any case and in any country; Unknown when unknown */
                city?: string;
                /** @description Language tag, such as en-US; und when unknown */
                language?: string;
                /** @description Name of the browser, such as Firefox */
                browser?: string;
                /** @description Name or code of the operating system, such as macOS or macos */
                os?: string;
                /** @description desktop, mobile, tablet, tv, or other */
                device?: string;
                /** @description Name of a custom event */
                event?: string;
                /** @description Id of a segment of the website, whose filters apply too */
                segment?: string;
                /** @description Id of a goal of the website: only its events */
                goal?: string;
                /** @description Maximum number of rows; `all` returns every row. Totals are of all rows */
                limit?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: {
                                browser: string;
                                visitors: number;
                                /** @description Share of the total, 0 to 100 */
                                percentage: number;
                            }[];
                            total: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdStatsDevices: {
        parameters: {
            query: {
                /** @description Filters by any other dimension of queries: `utmSource=news`, `property:plan=pro`. Filters with an operator: `page.contains=/docs`, `country.is_not=DE`. Every dimension of queries has them, and `is`, `is_not`, `contains`, `contains_not`, `matches`, `matches_not`; properties also `greater` and `less`. `is` and `is_not` take `null` for a missing value; `9.5` and `true` are the number or boolean and the text. A property whose name has a dot needs an operator. A filter that is given several times has several values, of which any may match */
                parameters?: {
                    [key: string]: string;
                };
                /** @description First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. From 1970 to 2100 */
                from: string;
                /** @description Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it */
                to: string;
                /** @description Path of the page, such as /pricing */
                page?: string;
                /** @description Path of the session's first event */
                entryPage?: string;
                /** @description Name of the referrer, or its host, such as Google */
                referrer?: string;
                /** @description Channel, such as Organic Search */
                channel?: string;
                /** @description `utm_campaign`; Unknown for links without it that have another tracking parameter */
                campaign?: string;
                /** @description Query string of the campaign's link, as `name` in `campaigns`, such as ?utm_source=news&utm_medium=email */
                campaignLink?: string;
                /** @description Country, ISO 3166-1 alpha-2, such as DE; ZZ when unknown */
                country?: string;
                /** @description Name of the city, in any case and in any country; Unknown when unknown */
                city?: string;
                /** @description Language tag, such as en-US; und when unknown */
                language?: string;
                /** @description Name of the browser, such as Firefox */
                browser?: string;
                /** @description Name or code of the operating system, such as macOS or macos */
                os?: string;
                /** @description desktop, mobile, tablet, tv, or other */
                device?: string;
                /** @description Name of a custom event */
                event?: string;
                /** @description Id of a segment of the website, whose filters apply too */
                segment?: string;
                /** @description Id of a goal of the website: only its events */
                goal?: string;
                /** @description Maximum number of rows; `all` returns every row. Totals are of all rows */
                limit?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            data: {
                                device: string;
                                visitors: number;
                                /** @description Share of the total, 0 to 100 */
                                percentage: number;
                            }[];
                            total: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdStatsCampaigns: {
        parameters: {
            query: {
                /** @description Filters by any other dimension of queries: `utmSource=news`, `property:plan=pro`. Filters with an operator: `page.contains=/docs`, `country.is_not=DE`. Every dimension of queries has them, and `is`, `is_not`, `contains`, `contains_not`, `matches`, `matches_not`; properties also `greater` and `less`. `is` and `is_not` take `null` for a missing value; `9.5` and `true` are the number or boolean and the text. A property whose name has a dot needs an operator. A filter that is given several times has several values, of which any may match */
                parameters?: {
                    [key: string]: string;
                };
                /** @description First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. From 1970 to 2100 */
                from: string;
                /** @description Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it */
                to: string;
                /** @description Path of the page, such as /pricing */
                page?: string;
                /** @description Path of the session's first event */
                entryPage?: string;
                /** @description Name of the referrer, or its host, such as Google */
                referrer?: string;
                /** @description Channel, such as Organic Search */
                channel?: string;
                /** @description `utm_campaign`; Unknown for links without it that have another tracking parameter */
                campaign?: string;
                /** @description Query string of the campaign's link, as `name` in `campaigns`, such as ?utm_source=news&utm_medium=email */
                campaignLink?: string;
                /** @description Country, ISO 3166-1 alpha-2, such as DE; ZZ when unknown */
                country?: string;
                /** @description Name of the city, in any case and in any country; Unknown when unknown */
                city?: string;
                /** @description Language tag, such as en-US; und when unknown */
                language?: string;
                /** @description Name of the browser, such as Firefox */
                browser?: string;
                /** @description Name or code of the operating system, such as macOS or macos */
                os?: string;
                /** @description desktop, mobile, tablet, tv, or other */
                device?: string;
                /** @description Name of a custom event */
                event?: string;
                /** @description Id of a segment of the website, whose filters apply too */
                segment?: string;
                /** @description Id of a goal of the website: only its events */
                goal?: string;
                /** @description Maximum number of rows; `all` returns every row. Totals are of all rows */
                limit?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            campaigns: {
                                /** @description Query string of the campaign's link */
                                name: string;
                                campaign: string;
                                source: string;
                                medium: string | null;
                                ref: string | null;
                                visitors: number;
                                /** @description Share of the total, 0 to 100 */
                                percentage: number;
                            }[];
                            totalVisitors: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdStatsCities: {
        parameters: {
            query: {
                /** @description Filters by any other dimension of queries: `utmSource=news`, `property:plan=pro`. Filters with an operator: `page.contains=/docs`, `country.is_not=DE`. Every dimension of queries has them, and `is`, `is_not`, `contains`, `contains_not`, `matches`, `matches_not`; properties also `greater` and `less`. `is` and `is_not` take `null` for a missing value; `9.5` and `true` are the number or boolean and the text. A property whose name has a dot needs an operator. A filter that is given several times has several values, of which any may match */
                parameters?: {
                    [key: string]: string;
                };
                /** @description First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. From 1970 to 2100 */
                from: string;
                /** @description Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it */
                to: string;
                /** @description Path of the page, such as /pricing */
                page?: string;
                /** @description Path of the session's first event */
                entryPage?: string;
                /** @description Name of the referrer, or its host, such as Google */
                referrer?: string;
                /** @description Channel, such as Organic Search */
                channel?: string;
                /** @description `utm_campaign`; Unknown for links without it that have another tracking parameter */
                campaign?: string;
                /** @description Query string of the campaign's link, as `name` in `campaigns`, such as ?utm_source=news&utm_medium=email */
                campaignLink?: string;
                /** @description Country, ISO 3166-1 alpha-2, such as DE; ZZ when unknown */
                country?: string;
                /** @description Name of the city, in any case and in any country; Unknown when unknown */
                city?: string;
                /** @description Language tag, such as en-US; und when unknown */
                language?: string;
                /** @description Name of the browser, such as Firefox */
                browser?: string;
                /** @description Name or code of the operating system, such as macOS or macos */
                os?: string;
                /** @description desktop, mobile, tablet, tv, or other */
                device?: string;
                /** @description Name of a custom event */
                event?: string;
                /** @description Id of a segment of the website, whose filters apply too */
                segment?: string;
                /** @description Id of a goal of the website: only its events */
                goal?: string;
                /** @description Maximum number of rows; `all` returns every row. Totals are of all rows */
                limit?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            cities: {
                                name: string;
                                country: string;
                                visitors: number;
                                /** @description Share of the total, 0 to 100 */
                                percentage: number;
                            }[];
                            totalVisitors: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdStatsEntryPages: {
        parameters: {
            query: {
                /** @description Filters by any other dimension of queries: `utmSource=news`, `property:plan=pro`. Filters with an operator: `page.contains=/docs`, `country.is_not=DE`. Every dimension of queries has them, and `is`, `is_not`, `contains`, `contains_not`, `matches`, `matches_not`; properties also `greater` and `less`. `is` and `is_not` take `null` for a missing value; `9.5` and `true` are the number or boolean and the text. A property whose name has a dot needs an operator. A filter that is given several times has several values, of which any may match */
                parameters?: {
                    [key: string]: string;
                };
                /** @description First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. From 1970 to 2100 */
                from: string;
                /** @description Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it */
                to: string;
                /** @description Path of the page, such as /pricing */
                page?: string;
                /** @description Path of the session's first event */
                entryPage?: string;
                /** @description Name of the referrer, or its host, such as Google */
                referrer?: string;
                /** @description Channel, such as Organic Search */
                channel?: string;
                /** @description `utm_campaign`; Unknown for links without it that have another tracking parameter */
                campaign?: string;
                /** @description Query string of the campaign's link, as `name` in `campaigns`, such as ?utm_source=news&utm_medium=email */
                campaignLink?: string;
                /** @description Country, ISO 3166-1 alpha-2, such as DE; ZZ when unknown */
                country?: string;
                /** @description Name of the city, in any case and in any country; Unknown when unknown */
                city?: string;
                /** @description Language tag, such as en-US; und when unknown */
                language?: string;
                /** @description Name of the browser, such as Firefox */
                browser?: string;
                /** @description Name or code of the operating system, such as macOS or macos */
                os?: string;
                /** @description desktop, mobile, tablet, tv, or other */
                device?: string;
                /** @description Name of a custom event */
                event?: string;
                /** @description Id of a segment of the website, whose filters apply too */
                segment?: string;
                /** @description Id of a goal of the website: only its events */
                goal?: string;
                /** @description Maximum number of rows; `all` returns every row. Totals are of all rows */
                limit?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            entryPages: {
                                /** @description Path */
                                name: string;
                                visitors: number;
                                /** @description Share of the total, 0 to 100 */
                                percentage: number;
                            }[];
                            totalVisitors: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdStatsExitLinks: {
        parameters: {
            query: {
                /** @description Filters by any other dimension of queries: `utmSource=news`, `property:plan=pro`. Filters with an operator: `page.contains=/docs`, `country.is_not=DE`. Every dimension of queries has them, and `is`, `is_not`, `contains`, `contains_not`, `matches`, `matches_not`; properties also `greater` and `less`. `is` and `is_not` take `null` for a missing value; `9.5` and `true` are the number or boolean and the text. A property whose name has a dot needs an operator. A filter that is given several times has several values, of which any may match */
                parameters?: {
                    [key: string]: string;
                };
                /** @description First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. From 1970 to 2100 */
                from: string;
                /** @description Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it */
                to: string;
                /** @description Path of the page, such as /pricing */
                page?: string;
                /** @description Path of the session's first event */
                entryPage?: string;
                /** @description Name of the referrer, or its host, such as Google */
                referrer?: string;
                /** @description Channel, such as Organic Search */
                channel?: string;
                /** @description `utm_campaign`; Unknown for links without it that have another tracking parameter */
                campaign?: string;
                /** @description Query string of the campaign's link, as `name` in `campaigns`, such as ?utm_source=news&utm_medium=email */
                campaignLink?: string;
                /** @description Country, ISO 3166-1 alpha-2, such as DE; ZZ when unknown */
                country?: string;
                /** @description Name of the city, in any case and in any country; Unknown when unknown */
                city?: string;
                /** @description Language tag, such as en-US; und when unknown */
                language?: string;
                /** @description Name of the browser, such as Firefox */
                browser?: string;
                /** @description Name or code of the operating system, such as macOS or macos */
                os?: string;
                /** @description desktop, mobile, tablet, tv, or other */
                device?: string;
                /** @description Name of a custom event */
                event?: string;
                /** @description Id of a segment of the website, whose filters apply too */
                segment?: string;
                /** @description Id of a goal of the website: only its events */
                goal?: string;
                /** @description Maximum number of rows; `all` returns every row. Totals are of all rows */
                limit?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            exitLinks: {
                                /** @description Empty where the host alone was longer than what is kept */
                                hostname: string;
                                url: string;
                                clicks: number;
                                /** @description Share of the total, 0 to 100 */
                                percentage: number;
                            }[];
                            totalClicks: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdStatsOs: {
        parameters: {
            query: {
                /** @description Filters by any other dimension of queries: `utmSource=news`, `property:plan=pro`. Filters with an operator: `page.contains=/docs`, `country.is_not=DE`. Every dimension of queries has them, and `is`, `is_not`, `contains`, `contains_not`, `matches`, `matches_not`; properties also `greater` and `less`. `is` and `is_not` take `null` for a missing value; `9.5` and `true` are the number or boolean and the text. A property whose name has a dot needs an operator. A filter that is given several times has several values, of which any may match */
                parameters?: {
                    [key: string]: string;
                };
                /** @description First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. From 1970 to 2100 */
                from: string;
                /** @description Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it */
                to: string;
                /** @description Path of the page, such as /pricing */
                page?: string;
                /** @description Path of the session's first event */
                entryPage?: string;
                /** @description Name of the referrer, or its host, such as Google */
                referrer?: string;
                /** @description Channel, such as Organic Search */
                channel?: string;
                /** @description `utm_campaign`; Unknown for links without it that have another tracking parameter */
                campaign?: string;
                /** @description Query string of the campaign's link, as `name` in `campaigns`, such as ?utm_source=news&utm_medium=email */
                campaignLink?: string;
                /** @description Country, ISO 3166-1 alpha-2, such as DE; ZZ when unknown */
                country?: string;
                /** @description Name of the city, in any case and in any country; Unknown when unknown */
                city?: string;
                /** @description Language tag, such as en-US; und when unknown */
                language?: string;
                /** @description Name of the browser, such as Firefox */
                browser?: string;
                /** @description Name or code of the operating system, such as macOS or macos */
                os?: string;
                /** @description desktop, mobile, tablet, tv, or other */
                device?: string;
                /** @description Name of a custom event */
                event?: string;
                /** @description Id of a segment of the website, whose filters apply too */
                segment?: string;
                /** @description Id of a goal of the website: only its events */
                goal?: string;
                /** @description Maximum number of rows; `all` returns every row. Totals are of all rows */
                limit?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            operatingSystems: {
                                name: string;
                                code: string;
                                visitors: number;
                                /** @description Share of the total, 0 to 100 */
                                percentage: number;
                            }[];
                            totalVisitors: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdStatsCustomEvents: {
        parameters: {
            query: {
                /** @description Filters by any other dimension of queries: `utmSource=news`, `property:plan=pro`. Filters with an operator: `page.contains=/docs`, `country.is_not=DE`. Every dimension of queries has them, and `is`, `is_not`, `contains`, `contains_not`, `matches`, `matches_not`; properties also `greater` and `less`. `is` and `is_not` take `null` for a missing value; `9.5` and `true` are the number or boolean and the text. A property whose name has a dot needs an operator. A filter that is given several times has several values, of which any may match */
                parameters?: {
                    [key: string]: string;
                };
                /** @description First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. From 1970 to 2100 */
                from: string;
                /** @description Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it */
                to: string;
                /** @description Path of the page, such as /pricing */
                page?: string;
                /** @description Path of the session's first event */
                entryPage?: string;
                /** @description Name of the referrer, or its host, such as Google */
                referrer?: string;
                /** @description Channel, such as Organic Search */
                channel?: string;
                /** @description `utm_campaign`; Unknown for links without it that have another tracking parameter */
                campaign?: string;
                /** @description Query string of the campaign's link, as `name` in `campaigns`, such as ?utm_source=news&utm_medium=email */
                campaignLink?: string;
                /** @description Country, ISO 3166-1 alpha-2, such as DE; ZZ when unknown */
                country?: string;
                /** @description Name of the city, in any case and in any country; Unknown when unknown */
                city?: string;
                /** @description Language tag, such as en-US; und when unknown */
                language?: string;
                /** @description Name of the browser, such as Firefox */
                browser?: string;
                /** @description Name or code of the operating system, such as macOS or macos */
                os?: string;
                /** @description desktop, mobile, tablet, tv, or other */
                device?: string;
                /** @description Name of a custom event */
                event?: string;
                /** @description Id of a segment of the website, whose filters apply too */
                segment?: string;
                /** @description Id of a goal of the website: only its events */
                goal?: string;
                /** @description Maximum number of rows; `all` returns every row. Totals are of all rows */
                limit?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            customEvents: {
                                name: string;
                                visitors: number;
                                events: number;
                                /** @description Share of the total, 0 to 100 */
                                percentage: number;
                            }[];
                            totalVisitors: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdStatsLanguages: {
        parameters: {
            query: {
                /** @description Filters by any other dimension of queries: `utmSource=news`, `property:plan=pro`. Filters with an operator: `page.contains=/docs`, `country.is_not=DE`. Every dimension of queries has them, and `is`, `is_not`, `contains`, `contains_not`, `matches`, `matches_not`; properties also `greater` and `less`. `is` and `is_not` take `null` for a missing value; `9.5` and `true` are the number or boolean and the text. A property whose name has a dot needs an operator. A filter that is given several times has several values, of which any may match */
                parameters?: {
                    [key: string]: string;
                };
                /** @description First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. From 1970 to 2100 */
                from: string;
                /** @description Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it */
                to: string;
                /** @description Path of the page, such as /pricing */
                page?: string;
                /** @description Path of the session's first event */
                entryPage?: string;
                /** @description Name of the referrer, or its host, such as Google */
                referrer?: string;
                /** @description Channel, such as Organic Search */
                channel?: string;
                /** @description `utm_campaign`; Unknown for links without it that have another tracking parameter */
                campaign?: string;
                /** @description Query string of the campaign's link, as `name` in `campaigns`, such as ?utm_source=news&utm_medium=email */
                campaignLink?: string;
                /** @description Country, ISO 3166-1 alpha-2, such as DE; ZZ when unknown */
                country?: string;
                /** @description Name of the city, in any case and in any country; Unknown when unknown */
                city?: string;
                /** @description Language tag, such as en-US; und when unknown */
                language?: string;
                /** @description Name of the browser, such as Firefox */
                browser?: string;
                /** @description Name or code of the operating system, such as macOS or macos */
                os?: string;
                /** @description desktop, mobile, tablet, tv, or other */
                device?: string;
                /** @description Name of a custom event */
                event?: string;
                /** @description Id of a segment of the website, whose filters apply too */
                segment?: string;
                /** @description Id of a goal of the website: only its events */
                goal?: string;
                /** @description Maximum number of rows; `all` returns every row. Totals are of all rows */
                limit?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            languages: {
                                /** @description Language tag; und when unknown */
                                code: string;
                                name: string;
                                visitors: number;
                                /** @description Share of the total, 0 to 100 */
                                percentage: number;
                            }[];
                            totalVisitors: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdStatsHasEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            hasEvents: boolean;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postWebsitesIdQuery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Instead of `from` and `to`: today, yesterday, 24h, 7d, 28d, 30d, 90d, month, lastMonth, year, 12mo, all. All end today, except yesterday and lastMonth; 24h ends with the running hour
                     * @example 30d
                     * @enum {string}
                     */
                    range?: "today" | "yesterday" | "24h" | "7d" | "28d" | "30d" | "90d" | "month" | "lastMonth" | "year" | "12mo" | "all";
                    /** @description First day, `YYYY-MM-DD`, or a date-time, as for statistics */
                    from?: string;
                    /** @description Last day, included; or a date-time, excluded */
                    to?: string;
                    /**
                     * @description Names of metrics, `sum:NAME` and `avg:NAME` of a numeric property, or `revenue:EUR`; `revenue` stands for each currency of the range
                     * @default [
                     *       "visitors"
                     *     ]
                     * @example [
                     *       "visitors",
                     *       "bounceRate"
                     *     ]
                     */
                    metrics?: components["schemas"]["MetricName"][];
                    /**
                     * @description Names of dimensions, at most one of them of time, or `property:NAME`
                     * @default []
                     * @example [
                     *       "country",
                     *       "day"
                     *     ]
                     */
                    dimensions?: components["schemas"]["DimensionName"][];
                    /**
                     * @example {
                     *       "dimension": "page",
                     *       "operator": "contains",
                     *       "values": [
                     *         "/docs"
                     *       ]
                     *     }
                     */
                    filters?: components["schemas"]["Filter"];
                    /** @description Id of the goal of conversions */
                    goal?: string;
                    comparison?: {
                        /** @enum {string} */
                        mode: "previous" | "year" | "custom" | "none";
                        from?: string;
                        to?: string;
                        /** @description Moves the compared range by up to three days */
                        matchWeekday?: boolean;
                    };
                    /** @description By default the dimension of time, or the first metric down, and then the dimensions */
                    orderBy?: {
                        by: components["schemas"]["MetricName"] | components["schemas"]["DimensionName"];
                        /**
                         * @default desc
                         * @enum {string}
                         */
                        direction?: "asc" | "desc";
                    }[];
                    /**
                     * @description Rows of a page
                     * @default 100
                     */
                    limit?: number;
                    /** @description `nextCursor` of the page before */
                    cursor?: string | null;
                    /**
                     * @description What the answer has besides rows
                     * @default []
                     */
                    include?: ("totals" | "totalRows" | "comparison" | "emptyRows")[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description Dimensions and metrics by name; `comparison` has the metrics of the compared range */
                            rows: {
                                [key: string]: string | number | boolean | null | {
                                    [key: string]: number | null;
                                };
                            }[];
                            totals?: {
                                [key: string]: string | number | boolean | null | {
                                    [key: string]: number | null;
                                };
                            };
                            /** @description Counts and sums a day, beside the totals, where a custom range of another length is compared */
                            totalsPerDay?: {
                                [key: string]: string | number | boolean | null | {
                                    [key: string]: number | null;
                                };
                            };
                            /** @description Rows on all pages */
                            totalRows?: number;
                            /** @description Null on the last page */
                            nextCursor: string | null;
                            /** @description The query as it was understood */
                            query: {
                                websites: string[];
                                timezone: string;
                                from: string;
                                /** @description Excluded */
                                to: string;
                                comparison?: {
                                    /** @enum {string} */
                                    mode: "previous" | "year" | "custom" | "none";
                                    from: string;
                                    to: string;
                                };
                                metrics: string[];
                                dimensions: string[];
                                filters: components["schemas"]["DescribedFilter"] | null;
                                goal?: {
                                    id?: string;
                                    name?: string;
                                    match: components["schemas"]["DescribedFilter"];
                                };
                                goals?: {
                                    id: string;
                                    name: string;
                                }[];
                                orderBy: {
                                    by: string;
                                    /** @enum {string} */
                                    direction: "asc" | "desc";
                                }[];
                                limit: number;
                                /** @description The table that answered */
                                source: string;
                            };
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                            /** @description What a reader of the figures should know */
                            warnings?: {
                                code: string;
                                message: string;
                            }[];
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postQuery: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Instead of `from` and `to`: today, yesterday, 24h, 7d, 28d, 30d, 90d, month, lastMonth, year, 12mo, all. All end today, except yesterday and lastMonth; 24h ends with the running hour
                     * @example 30d
                     * @enum {string}
                     */
                    range?: "today" | "yesterday" | "24h" | "7d" | "28d" | "30d" | "90d" | "month" | "lastMonth" | "year" | "12mo" | "all";
                    /** @description First day, `YYYY-MM-DD`, or a date-time, as for statistics */
                    from?: string;
                    /** @description Last day, included; or a date-time, excluded */
                    to?: string;
                    /**
                     * @description Names of metrics, `sum:NAME` and `avg:NAME` of a numeric property, or `revenue:EUR`; `revenue` stands for each currency of the range
                     * @default [
                     *       "visitors"
                     *     ]
                     * @example [
                     *       "visitors",
                     *       "bounceRate"
                     *     ]
                     */
                    metrics?: components["schemas"]["MetricName"][];
                    /**
                     * @description Names of dimensions, at most one of them of time, or `property:NAME`
                     * @default []
                     * @example [
                     *       "country",
                     *       "day"
                     *     ]
                     */
                    dimensions?: components["schemas"]["DimensionName"][];
                    /**
                     * @example {
                     *       "dimension": "page",
                     *       "operator": "contains",
                     *       "values": [
                     *         "/docs"
                     *       ]
                     *     }
                     */
                    filters?: components["schemas"]["Filter"];
                    /** @description Id of the goal of conversions */
                    goal?: string;
                    comparison?: {
                        /** @enum {string} */
                        mode: "previous" | "year" | "custom" | "none";
                        from?: string;
                        to?: string;
                        /** @description Moves the compared range by up to three days */
                        matchWeekday?: boolean;
                    };
                    /** @description By default the dimension of time, or the first metric down, and then the dimensions */
                    orderBy?: {
                        by: components["schemas"]["MetricName"] | components["schemas"]["DimensionName"];
                        /**
                         * @default desc
                         * @enum {string}
                         */
                        direction?: "asc" | "desc";
                    }[];
                    /**
                     * @description Rows of a page
                     * @default 100
                     */
                    limit?: number;
                    /** @description `nextCursor` of the page before */
                    cursor?: string | null;
                    /**
                     * @description What the answer has besides rows
                     * @default []
                     */
                    include?: ("totals" | "totalRows" | "comparison" | "emptyRows")[];
                    /** @description Ids of at most 100 websites of the account, or `all` */
                    websites: "all" | string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description Dimensions and metrics by name; `comparison` has the metrics of the compared range */
                            rows: {
                                [key: string]: string | number | boolean | null | {
                                    [key: string]: number | null;
                                };
                            }[];
                            totals?: {
                                [key: string]: string | number | boolean | null | {
                                    [key: string]: number | null;
                                };
                            };
                            /** @description Counts and sums a day, beside the totals, where a custom range of another length is compared */
                            totalsPerDay?: {
                                [key: string]: string | number | boolean | null | {
                                    [key: string]: number | null;
                                };
                            };
                            /** @description Rows on all pages */
                            totalRows?: number;
                            /** @description Null on the last page */
                            nextCursor: string | null;
                            /** @description The query as it was understood */
                            query: {
                                websites: string[];
                                timezone: string;
                                from: string;
                                /** @description Excluded */
                                to: string;
                                comparison?: {
                                    /** @enum {string} */
                                    mode: "previous" | "year" | "custom" | "none";
                                    from: string;
                                    to: string;
                                };
                                metrics: string[];
                                dimensions: string[];
                                filters: components["schemas"]["DescribedFilter"] | null;
                                goal?: {
                                    id?: string;
                                    name?: string;
                                    match: components["schemas"]["DescribedFilter"];
                                };
                                goals?: {
                                    id: string;
                                    name: string;
                                }[];
                                orderBy: {
                                    by: string;
                                    /** @enum {string} */
                                    direction: "asc" | "desc";
                                }[];
                                limit: number;
                                /** @description The table that answered */
                                source: string;
                            };
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                            /** @description What a reader of the figures should know */
                            warnings?: {
                                code: string;
                                message: string;
                            }[];
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postWebsitesIdQueryBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Each as for `POST /websites/:id/query`
                     * @example [
                     *       {
                     *         "range": "7d"
                     *       },
                     *       {
                     *         "range": "7d",
                     *         "dimensions": [
                     *           "country"
                     *         ]
                     *       }
                     *     ]
                     */
                    queries: {
                        [key: string]: unknown;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            results: {
                                status: number;
                                data?: {
                                    /** @description Dimensions and metrics by name; `comparison` has the metrics of the compared range */
                                    rows: {
                                        [key: string]: string | number | boolean | null | {
                                            [key: string]: number | null;
                                        };
                                    }[];
                                    totals?: {
                                        [key: string]: string | number | boolean | null | {
                                            [key: string]: number | null;
                                        };
                                    };
                                    /** @description Counts and sums a day, beside the totals, where a custom range of another length is compared */
                                    totalsPerDay?: {
                                        [key: string]: string | number | boolean | null | {
                                            [key: string]: number | null;
                                        };
                                    };
                                    /** @description Rows on all pages */
                                    totalRows?: number;
                                    /** @description Null on the last page */
                                    nextCursor: string | null;
                                    /** @description The query as it was understood */
                                    query: {
                                        websites: string[];
                                        timezone: string;
                                        from: string;
                                        /** @description Excluded */
                                        to: string;
                                        comparison?: {
                                            /** @enum {string} */
                                            mode: "previous" | "year" | "custom" | "none";
                                            from: string;
                                            to: string;
                                        };
                                        metrics: string[];
                                        dimensions: string[];
                                        filters: components["schemas"]["DescribedFilter"] | null;
                                        goal?: {
                                            id?: string;
                                            name?: string;
                                            match: components["schemas"]["DescribedFilter"];
                                        };
                                        goals?: {
                                            id: string;
                                            name: string;
                                        }[];
                                        orderBy: {
                                            by: string;
                                            /** @enum {string} */
                                            direction: "asc" | "desc";
                                        }[];
                                        limit: number;
                                        /** @description The table that answered */
                                        source: string;
                                    };
                                };
                                warnings?: {
                                    code: string;
                                    message: string;
                                }[];
                                errors?: string[];
                                problems?: {
                                    pointer: string;
                                    code: string;
                                    suggestions: string[];
                                }[];
                            }[];
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                            /** @description What a reader of the figures should know */
                            warnings?: {
                                code: string;
                                message: string;
                            }[];
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdValues: {
        parameters: {
            query: {
                /** @description First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. From 1970 to 2100 */
                from: string;
                /** @description Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it */
                to: string;
                /** @description Name of a dimension, or `property:NAME` */
                dimension: string;
                /** @description Part of a value, in any case; all values by default */
                search?: string;
                /** @description Id of a segment of the website, whose filters apply too */
                segment?: string;
                /** @description Id of a goal of the website: only its events */
                goal?: string;
                /** @description Number of values, at most 1000 */
                limit?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed */
                "If-None-Match"?: string;
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            values: {
                                value: string | number | boolean | null;
                                label: string;
                                visitors: number;
                            }[];
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getQuerySchema: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier answer: 304 without a body when nothing has changed */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            metrics: {
                                name: string;
                                label: string;
                                definition: string;
                                /** @enum {string} */
                                unit: "count" | "average" | "share" | "amount" | "seconds" | "percent";
                                needsGoal?: boolean;
                            }[];
                            dimensions: {
                                name: string;
                                label: string;
                                /** @enum {string} */
                                of: "session" | "event" | "time";
                                /** @description Of its filters; none for a dimension that only groups */
                                operators: ("is" | "is_not" | "contains" | "contains_not" | "matches" | "matches_not" | "greater" | "less")[];
                                /** @description Metrics */
                                doesNotCombineWith?: string[];
                            }[];
                            operators: {
                                /** @enum {string} */
                                name: "is" | "is_not" | "contains" | "contains_not" | "matches" | "matches_not" | "greater" | "less";
                                /** @enum {string} */
                                needs: "property" | "any";
                            }[];
                            ranges: ("today" | "yesterday" | "24h" | "7d" | "28d" | "30d" | "90d" | "month" | "lastMonth" | "year" | "12mo" | "all")[];
                            limits: {
                                dimensions: number;
                                conditions: number;
                                values: number;
                                rows: number;
                            };
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdGoals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Goal"][];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postWebsitesIdGoals: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Unique among those of its kind on the website
                     * @example Pricing and signup
                     */
                    name: string;
                    /**
                     * @description A filter on one event: `page` (pageviews only), `event`, `link` and `property:NAME`. In pages, `*` stands for any characters
                     * @example {
                     *       "dimension": "page",
                     *       "operator": "is",
                     *       "values": [
                     *         "/thanks/*"
                     *       ]
                     *     }
                     */
                    match: components["schemas"]["Filter"];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Goal"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 201;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdGoalsGoalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
                /** @description The goal's id */
                goalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Goal"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteWebsitesIdGoalsGoalId: {
        parameters: {
            query?: {
                /** @description Deletes it even if others refer to it. Queries with those are then refused, until they are changed */
                force?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
                /** @description The goal's id */
                goalId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    patchWebsitesIdGoalsGoalId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
                /** @description The goal's id */
                goalId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Unique among those of its kind on the website
                     * @example Pricing and signup
                     */
                    name?: string;
                    /**
                     * @description A filter on one event: `page` (pageviews only), `event`, `link` and `property:NAME`. In pages, `*` stands for any characters
                     * @example {
                     *       "dimension": "page",
                     *       "operator": "is",
                     *       "values": [
                     *         "/thanks/*"
                     *       ]
                     *     }
                     */
                    match?: components["schemas"]["Filter"];
                    /** @description Read-only */
                    readonly id?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Goal"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdSegments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Segment"][];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postWebsitesIdSegments: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Unique among those of its kind on the website
                     * @example Pricing and signup
                     */
                    name: string;
                    /**
                     * @description As in `POST /websites/:id/query`, without segments
                     * @example [
                     *       {
                     *         "dimension": "country",
                     *         "operator": "is",
                     *         "values": [
                     *           "DE",
                     *           "AT"
                     *         ]
                     *       }
                     *     ]
                     */
                    filters: components["schemas"]["Filter"];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Segment"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 201;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdSegmentsSegmentId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
                /** @description The segment's id */
                segmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Segment"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteWebsitesIdSegmentsSegmentId: {
        parameters: {
            query?: {
                /** @description Deletes it even if others refer to it. Queries with those are then refused, until they are changed */
                force?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
                /** @description The segment's id */
                segmentId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    patchWebsitesIdSegmentsSegmentId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
                /** @description The segment's id */
                segmentId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Unique among those of its kind on the website
                     * @example Pricing and signup
                     */
                    name?: string;
                    /**
                     * @description As in `POST /websites/:id/query`, without segments
                     * @example [
                     *       {
                     *         "dimension": "country",
                     *         "operator": "is",
                     *         "values": [
                     *           "DE",
                     *           "AT"
                     *         ]
                     *       }
                     *     ]
                     */
                    filters?: components["schemas"]["Filter"];
                    /** @description Read-only */
                    readonly id?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Segment"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdFunnels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Funnel"][];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postWebsitesIdFunnels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Unique among those of its kind on the website
                     * @example Pricing and signup
                     */
                    name: string;
                    /**
                     * @description Filters on single events, or `{ goal: id }`
                     * @example [
                     *       {
                     *         "dimension": "page",
                     *         "operator": "is",
                     *         "values": [
                     *           "/pricing"
                     *         ]
                     *       },
                     *       {
                     *         "dimension": "event",
                     *         "operator": "is",
                     *         "values": [
                     *           "signup"
                     *         ]
                     *       }
                     *     ]
                     */
                    steps: components["schemas"]["Filter"][];
                    /**
                     * @description From the first step to the last one; by default a day
                     * @example 86400
                     */
                    withinSeconds?: number;
                    /**
                     * @description Whether other events may lie between two steps: `any` of them, or only repeats of the step before
                     * @enum {string}
                     */
                    order?: "any" | "strict";
                    /**
                     * @description Whether all steps must be in one session
                     * @enum {string}
                     */
                    scope?: "visitor" | "session";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Funnel"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 201;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdFunnelsFunnelId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
                /** @description The funnel's id */
                funnelId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Funnel"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteWebsitesIdFunnelsFunnelId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
                /** @description The funnel's id */
                funnelId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    patchWebsitesIdFunnelsFunnelId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
                /** @description The funnel's id */
                funnelId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Unique among those of its kind on the website
                     * @example Pricing and signup
                     */
                    name?: string;
                    /**
                     * @description Filters on single events, or `{ goal: id }`
                     * @example [
                     *       {
                     *         "dimension": "page",
                     *         "operator": "is",
                     *         "values": [
                     *           "/pricing"
                     *         ]
                     *       },
                     *       {
                     *         "dimension": "event",
                     *         "operator": "is",
                     *         "values": [
                     *           "signup"
                     *         ]
                     *       }
                     *     ]
                     */
                    steps?: components["schemas"]["Filter"][];
                    /**
                     * @description From the first step to the last one; by default a day
                     * @example 86400
                     */
                    withinSeconds?: number;
                    /**
                     * @description Whether other events may lie between two steps: `any` of them, or only repeats of the step before
                     * @enum {string}
                     */
                    order?: "any" | "strict";
                    /**
                     * @description Whether all steps must be in one session
                     * @enum {string}
                     */
                    scope?: "visitor" | "session";
                    /** @description Read-only */
                    readonly id?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Funnel"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdAnnotations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Annotation"][];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postWebsitesIdAnnotations: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description A day, `YYYY-MM-DD`; or a date-time, without an offset in the website's time zone
                     * @example 2026-03-01
                     */
                    at: string;
                    until?: string | null;
                    /** @example New pricing page */
                    text: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Annotation"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 201;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdAnnotationsAnnotationId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
                /** @description The annotation's id */
                annotationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Annotation"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteWebsitesIdAnnotationsAnnotationId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
                /** @description The annotation's id */
                annotationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    patchWebsitesIdAnnotationsAnnotationId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
                /** @description The annotation's id */
                annotationId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description A day, `YYYY-MM-DD`; or a date-time, without an offset in the website's time zone
                     * @example 2026-03-01
                     */
                    at?: string;
                    until?: string | null;
                    /** @example New pricing page */
                    text?: string;
                    /** @description Read-only */
                    readonly id?: string;
                    /** @description Read-only */
                    readonly source?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["Annotation"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postWebsitesIdFunnel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Instead of `from` and `to`: today, yesterday, 24h, 7d, 28d, 30d, 90d, month, lastMonth, year, 12mo, all. All end today, except yesterday and lastMonth; 24h ends with the running hour
                     * @example 30d
                     * @enum {string}
                     */
                    range?: "today" | "yesterday" | "24h" | "7d" | "28d" | "30d" | "90d" | "month" | "lastMonth" | "year" | "12mo" | "all";
                    /** @description First day, `YYYY-MM-DD`, or a date-time, as for statistics */
                    from?: string;
                    /** @description Last day, included; or a date-time, excluded */
                    to?: string;
                    /**
                     * @example {
                     *       "dimension": "page",
                     *       "operator": "contains",
                     *       "values": [
                     *         "/docs"
                     *       ]
                     *     }
                     */
                    filters?: components["schemas"]["Filter"];
                    /**
                     * @description Filters on single events, or `{ goal: id }`
                     * @example [
                     *       {
                     *         "dimension": "page",
                     *         "operator": "is",
                     *         "values": [
                     *           "/pricing"
                     *         ]
                     *       },
                     *       {
                     *         "dimension": "event",
                     *         "operator": "is",
                     *         "values": [
                     *           "signup"
                     *         ]
                     *       }
                     *     ]
                     */
                    steps: components["schemas"]["Filter"][];
                    /**
                     * @description From the first step to the last one; by default a day
                     * @default 86400
                     * @example 86400
                     */
                    withinSeconds?: number;
                    /**
                     * @description Whether other events may lie between two steps: `any` of them, or only repeats of the step before
                     * @default any
                     * @enum {string}
                     */
                    order?: "any" | "strict";
                    /**
                     * @description Whether all steps must be in one session
                     * @default visitor
                     * @enum {string}
                     */
                    scope?: "visitor" | "session";
                    /**
                     * @description A dimension of the session
                     * @example country
                     * @enum {string}
                     */
                    breakdown?: "entryPage" | "exitPage" | "referrer" | "channel" | "campaign" | "campaignLink" | "country" | "region" | "city" | "language" | "browser" | "browserVersion" | "os" | "osVersion" | "device" | "screen" | "utmSource" | "utmMedium" | "utmCampaign" | "utmContent" | "utmTerm" | "ref";
                    /**
                     * @description Rows of the breakdown; one more, `(other)`, is the rest
                     * @default 100
                     */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            steps: {
                                /** @description Visitors who reached the step. They are exact */
                                visitors: number;
                                /** @description Of the first step's visitors, 0 to 1 */
                                rate: number;
                                /** @description Of the visitors of the step before, 0 to 1; null for the first step */
                                stepRate: number | null;
                                /** @description Visitors who did not reach the next step */
                                dropOff: number;
                                /** @description From the step before; null for the first step, and without visitors */
                                medianSeconds: number | null;
                                /** @description Where those who left went: the next page of the same session, null for none, and `(other)` for all pages behind the ten most frequent. They add up to `dropOff` */
                                next: {
                                    page: string | null;
                                    visitors: number;
                                }[];
                            }[];
                            /** @description Until then, visitors can reach further steps: these may lie past the range. Pages of `next` can change until sessions end, up to a day longer */
                            openUntil: string;
                            /** @description By the value of `breakdown` at the first step. They add up to `steps`; `(other)` is the rest */
                            rows?: {
                                value: string | null;
                                steps: {
                                    /** @description Visitors who reached the step. They are exact */
                                    visitors: number;
                                    /** @description Of the first step's visitors, 0 to 1 */
                                    rate: number;
                                    /** @description Of the visitors of the step before, 0 to 1; null for the first step */
                                    stepRate: number | null;
                                    /** @description Visitors who did not reach the next step */
                                    dropOff: number;
                                }[];
                            }[];
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                            /** @description What a reader of the figures should know */
                            warnings?: {
                                code: string;
                                message: string;
                            }[];
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postWebsitesIdJourney: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Instead of `from` and `to`: today, yesterday, 24h, 7d, 28d, 30d, 90d, month, lastMonth, year, 12mo, all. All end today, except yesterday and lastMonth; 24h ends with the running hour
                     * @example 30d
                     * @enum {string}
                     */
                    range?: "today" | "yesterday" | "24h" | "7d" | "28d" | "30d" | "90d" | "month" | "lastMonth" | "year" | "12mo" | "all";
                    /** @description First day, `YYYY-MM-DD`, or a date-time, as for statistics */
                    from?: string;
                    /** @description Last day, included; or a date-time, excluded */
                    to?: string;
                    /**
                     * @description Chooses sessions: those with such an event in the range
                     * @example {
                     *       "dimension": "page",
                     *       "operator": "contains",
                     *       "values": [
                     *         "/docs"
                     *       ]
                     *     }
                     */
                    filters?: components["schemas"]["Filter"];
                    /**
                     * @description One of `from`, `to`, `through`: the first such event of a session. By default, the start of sessions
                     * @example {
                     *       "from": {
                     *         "dimension": "page",
                     *         "operator": "is",
                     *         "values": [
                     *           "/"
                     *         ]
                     *       }
                     *     }
                     */
                    anchor?: {
                        from?: components["schemas"]["Filter"];
                        to?: components["schemas"]["Filter"];
                        through?: components["schemas"]["Filter"];
                    };
                    /**
                     * @description Levels of the tree below its root
                     * @default 4
                     */
                    steps?: number;
                    /**
                     * @description Values of nodes from the root on: only these have children, so that each level is of one of them
                     * @example [
                     *       "/pricing"
                     *     ]
                     */
                    path?: string[];
                    /**
                     * @description Whether custom events are steps too, by their names
                     * @default false
                     */
                    events?: boolean;
                    /**
                     * @description `section` takes pages of one section together: `/a/b` is `/a/*`
                     * @default page
                     * @enum {string}
                     */
                    groupBy?: "page" | "section";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description The sessions with the anchor. With `to`, children are the steps before it */
                            root: components["schemas"]["JourneyNode"];
                            /** @description With `through`, the steps before the anchor; `root` has those after it */
                            before?: components["schemas"]["JourneyNode"];
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                            /** @description What a reader of the figures should know */
                            warnings?: {
                                code: string;
                                message: string;
                            }[];
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postWebsitesIdCohorts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Instead of `from` and `to`: today, yesterday, 24h, 7d, 28d, 30d, 90d, month, lastMonth, year, 12mo, all. All end today, except yesterday and lastMonth; 24h ends with the running hour
                     * @example 30d
                     * @enum {string}
                     */
                    range?: "today" | "yesterday" | "24h" | "7d" | "28d" | "30d" | "90d" | "month" | "lastMonth" | "year" | "12mo" | "all";
                    /** @description First day, `YYYY-MM-DD`, or a date-time, as for statistics */
                    from?: string;
                    /** @description Last day, included; or a date-time, excluded */
                    to?: string;
                    /**
                     * @description Traits of each visitor's first session
                     * @example {
                     *       "dimension": "page",
                     *       "operator": "contains",
                     *       "values": [
                     *         "/docs"
                     *       ]
                     *     }
                     */
                    filters?: components["schemas"]["Filter"];
                    /**
                     * @description Local days, weeks from Monday, or months. The range has at most 60 of them
                     * @enum {string}
                     */
                    interval: "day" | "week" | "month";
                    /**
                     * @description Which events count as a return, as a filter on one event; by default, all of them
                     * @example {
                     *       "dimension": "page",
                     *       "operator": "is",
                     *       "values": [
                     *         "/pricing"
                     *       ]
                     *     }
                     */
                    returned?: components["schemas"]["Filter"];
                    /** @description Cohorts of the answer, the latest ones; by default all */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            cohorts: {
                                /** @description The period's first day, `YYYY-MM-DD`; of a month, `YYYY-MM` */
                                start: string;
                                /** @description Visitors whose first event ever was in the period */
                                visitors: number;
                                /** @description Those with an event in the nth period after, from 0, their own; null for the one that is running */
                                returned: (number | null)[];
                                /** @description Whether the last period is still running */
                                partial: boolean;
                            }[];
                            /** @description With those that `limit` leaves out */
                            totalCohorts: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                            /** @description What a reader of the figures should know */
                            warnings?: {
                                code: string;
                                message: string;
                            }[];
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postWebsitesIdChanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Instead of `from` and `to`: today, yesterday, 24h, 7d, 28d, 30d, 90d, month, lastMonth, year, 12mo, all. All end today, except yesterday and lastMonth; 24h ends with the running hour
                     * @example 30d
                     * @enum {string}
                     */
                    range?: "today" | "yesterday" | "24h" | "7d" | "28d" | "30d" | "90d" | "month" | "lastMonth" | "year" | "12mo" | "all";
                    /** @description First day, `YYYY-MM-DD`, or a date-time, as for statistics */
                    from?: string;
                    /** @description Last day, included; or a date-time, excluded */
                    to?: string;
                    /**
                     * @example {
                     *       "dimension": "page",
                     *       "operator": "contains",
                     *       "values": [
                     *         "/docs"
                     *       ]
                     *     }
                     */
                    filters?: components["schemas"]["Filter"];
                    /**
                     * @description `conversions` needs a `goal`
                     * @enum {string}
                     */
                    metric: "visitors" | "visits" | "pageviews" | "conversions";
                    /** @description By default the range before, `{ mode: "previous" }`: only with it are parts held against their own past */
                    comparison?: {
                        /** @enum {string} */
                        mode: "previous" | "year" | "custom" | "none";
                        from?: string;
                        to?: string;
                        /** @description Moves the compared range by up to three days */
                        matchWeekday?: boolean;
                    };
                    /** @description Id of the goal of conversions */
                    goal?: string;
                    /** @description Rows of the answer, by default all */
                    limit?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @enum {string} */
                            metric: "visitors" | "visits" | "pageviews" | "conversions";
                            now: number;
                            before: number;
                            change: number;
                            /** @description The usual spread of the change: its standard deviation */
                            usual: number;
                            /** @description One sentence of at most 140 characters. Before it comes one of the first fact that is not of both ranges */
                            text: string;
                            /** @description Facts first (`drops`, `host`, `note`), then at most three of `silent`, `part` and `rate`, and `alike` */
                            causes: {
                                /**
                                 * @description `drops` (events that were not counted), `host` (one without events) and `note` (a system note in either range) come first and have no figures. `silent`: an entry page without visits. `part`: traffic of one value, or of a pair. `rate`: conversions for each visit. `alike`: everything, or everything else
                                 * @enum {string}
                                 */
                                kind: "note" | "drops" | "host" | "silent" | "part" | "rate" | "alike";
                                /** @description A short line; it never says why */
                                text: string;
                                now?: number;
                                before?: number;
                                /** @description Those of all causes and `unexplained` add up to the change */
                                change?: number;
                                /** @description Selects the part, as `filters` of a query */
                                filters?: {
                                    /** @enum {string} */
                                    dimension: "campaign" | "referrer" | "channel" | "entryPage" | "country" | "city" | "language" | "device" | "os" | "browser";
                                    /** @constant */
                                    operator: "is";
                                    values: string[];
                                }[];
                                /** @description Whether the range before was the unusual one */
                                isBackToUsual?: boolean;
                                /** @description What most of the part's change has in common */
                                mostly?: {
                                    /** @enum {string} */
                                    dimension: "campaign" | "referrer" | "channel" | "entryPage" | "country" | "city" | "language" | "device" | "os" | "browser";
                                    /** @constant */
                                    operator: "is";
                                    values: string[];
                                };
                            }[];
                            /** @description Those of each dimension add up to the change. The first cause's dimension comes first, in it the largest changes */
                            rows: {
                                /** @enum {string} */
                                dimension: "campaign" | "referrer" | "channel" | "entryPage" | "country" | "city" | "language" | "device" | "os" | "browser";
                                /** @description Null for none; `(other)` for the sum of rare values */
                                value: string | null;
                                before: number;
                                now: number;
                                /** @description Of the change; 1 is all of it */
                                share: number;
                                /** @description Of conversions: what the rate of the row's visits makes of its change; the rest is their number */
                                within?: number;
                            }[];
                            /** @description With the rows that `limit` leaves out */
                            totalRows: number;
                            /** @description The change of all that is part of no cause */
                            unexplained: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                            /** @description What a reader of the figures should know */
                            warnings?: {
                                code: string;
                                message: string;
                            }[];
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postSql: {
        parameters: {
            query?: {
                /** @description CSV with texts as they are. By default, a text that a spreadsheet would take for a formula begins with an apostrophe */
                raw?: "true" | "false";
                /** @description At most as many rows, whatever the statement's own LIMIT */
                limit?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description One SELECT, SHOW, DESCRIBE or EXISTS statement on the views of the database bi
                     * @example SELECT path, count() AS events FROM bi.events WHERE type = {type:String} GROUP BY path
                     * @example SHOW TABLES
                     */
                    query: string;
                    /**
                     * @description Values of the parameters {name:Type} in the statement
                     * @example {
                     *       "type": "pageview"
                     *     }
                     * @example {
                     *       "paths": [
                     *         "/",
                     *         "/pricing"
                     *       ],
                     *       "since": "2026-01-01"
                     *     }
                     */
                    params?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            columns: {
                                name: string;
                                /** @description ClickHouse's type */
                                type: string;
                            }[];
                            rows: unknown[][];
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getQueries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SavedQuery"][];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getQueriesName: {
        parameters: {
            query?: {
                /** @description The parameters of the query, by name */
                parameters?: {
                    [key: string]: string;
                };
            };
            header?: never;
            path: {
                /** @description The query's name */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            columns: {
                                name: string;
                                /** @description ClickHouse's type */
                                type: string;
                            }[];
                            rows: unknown[][];
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    putQueriesName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The query's name: lowercase letters and digits, with single hyphens between them */
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description As in `POST /sql`, up to 32 KiB
                     * @example SELECT country, uniq(visitor_id) AS visitors FROM bi.events WHERE toDate(local_time) >= {from:Date} GROUP BY country
                     * @example SELECT count() FROM bi.events
                     */
                    query: string;
                    /**
                     * @description For the list of queries
                     * @example Visitors by country since a day
                     * @example null
                     */
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["SavedQuery"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteQueriesName: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The query's name */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postWebsitesIdEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat of the same body harmless */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description As the collector takes them, without `key`, and each with a `timestamp` within the last 24 hours, and `ip` and `userAgent` of the visitor, or a `visitor`: any text that stands for one
                     * @example [
                     *       {
                     *         "type": "custom",
                     *         "timestamp": "2026-11-28T10:00:00.000Z",
                     *         "url": "https://example.com/checkout",
                     *         "name": "purchase",
                     *         "props": {
                     *           "plan": "pro"
                     *         },
                     *         "visitor": "customer 42"
                     *       }
                     *     ]
                     */
                    events: ({
                        /** @constant */
                        type: "pageview";
                        /**
                         * Format: date-time
                         * @description When it happened, within the last 24 hours
                         */
                        timestamp: string;
                        /** @description Any text that identifies the visitor; required without `ip` and `userAgent` */
                        visitor?: string;
                        /** @description Of the visitor's browser */
                        ip?: string;
                        /** @description Of the visitor's browser */
                        userAgent?: string;
                        id?: string;
                        url: string;
                        referrer?: string;
                        language?: string;
                        screen?: string;
                        localhost?: boolean;
                        hash?: boolean;
                        props?: {
                            [key: string]: string | number | boolean;
                        };
                    } | {
                        /** @constant */
                        type: "exit";
                        /**
                         * Format: date-time
                         * @description When it happened, within the last 24 hours
                         */
                        timestamp: string;
                        /** @description Any text that identifies the visitor; required without `ip` and `userAgent` */
                        visitor?: string;
                        /** @description Of the visitor's browser */
                        ip?: string;
                        /** @description Of the visitor's browser */
                        userAgent?: string;
                        id?: string;
                        url: string;
                        referrer?: string;
                        language?: string;
                        screen?: string;
                        localhost?: boolean;
                        hash?: boolean;
                        link: string;
                    } | {
                        /** @constant */
                        type: "custom";
                        /**
                         * Format: date-time
                         * @description When it happened, within the last 24 hours
                         */
                        timestamp: string;
                        /** @description Any text that identifies the visitor; required without `ip` and `userAgent` */
                        visitor?: string;
                        /** @description Of the visitor's browser */
                        ip?: string;
                        /** @description Of the visitor's browser */
                        userAgent?: string;
                        id?: string;
                        url: string;
                        referrer?: string;
                        language?: string;
                        screen?: string;
                        localhost?: boolean;
                        hash?: boolean;
                        name: string;
                        props?: {
                            [key: string]: string | number | boolean;
                        };
                    } | {
                        /** @constant */
                        type: "leave";
                        /**
                         * Format: date-time
                         * @description When it happened, within the last 24 hours
                         */
                        timestamp: string;
                        /** @description Any text that identifies the visitor; required without `ip` and `userAgent` */
                        visitor?: string;
                        /** @description Of the visitor's browser */
                        ip?: string;
                        /** @description Of the visitor's browser */
                        userAgent?: string;
                        id?: string;
                        url: string;
                        referrer?: string;
                        language?: string;
                        screen?: string;
                        localhost?: boolean;
                        hash?: boolean;
                        seconds: number;
                        scroll?: number;
                    })[];
                };
            };
        };
        responses: {
            /** @description Done */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            results: {
                                /** @enum {string} */
                                status: "accepted" | "dropped" | "invalid";
                                /** @description Why the event was dropped, as in `GET …/stats/drops` */
                                reason?: string;
                                /** @description Of an invalid event, each with its field */
                                errors?: string[];
                            }[];
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 202;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteWebsitesIdEvents: {
        parameters: {
            query: {
                /** @description First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. From 1970 to 2100 */
                from: string;
                /** @description Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it */
                to: string;
                /** @description Path of the page, such as /pricing */
                page?: string;
                /** @description Path of the session's first event */
                entryPage?: string;
                /** @description Name of the referrer, or its host, such as Google */
                referrer?: string;
                /** @description Channel, such as Organic Search */
                channel?: string;
                /** @description `utm_campaign`; Unknown for links without it that have another tracking parameter */
                campaign?: string;
                /** @description Query string of the campaign's link, as `name` in `campaigns`, such as ?utm_source=news&utm_medium=email */
                campaignLink?: string;
                /** @description Country, ISO 3166-1 alpha-2, such as DE; ZZ when unknown */
                country?: string;
                /** @description Name of the city, in any case and in any country; Unknown when unknown */
                city?: string;
                /** @description Language tag, such as en-US; und when unknown */
                language?: string;
                /** @description Name of the browser, such as Firefox */
                browser?: string;
                /** @description Name or code of the operating system, such as macOS or macos */
                os?: string;
                /** @description desktop, mobile, tablet, tv, or other */
                device?: string;
                /** @description Name of a custom event */
                event?: string;
                /** @description Only counts what would be deleted */
                dryRun?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @example {
                         *       "events": 12345,
                         *       "visitors": 2100,
                         *       "dryRun": false,
                         *       "deletionId": "d3b07384-d113-4ec6-a5b8-0f2ad1f5d1f0"
                         *     }
                         */
                        data: {
                            /** @description Events that match the range and every filter */
                            events: number;
                            /** @description Visitors who have one of these events */
                            visitors: number;
                            dryRun: boolean;
                            /** @description The ID with which the deletion can be undone; null when nothing was deleted */
                            deletionId: string | null;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postWebsitesIdImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repeat of the same body harmless */
                "Idempotency-Key"?: string;
                /** @description Of a body that is compressed */
                "Content-Encoding"?: "gzip";
            };
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            imported: number;
                            rejected: number;
                            errors: {
                                line: number;
                                message: string;
                                /** @description Lines with this message, on its first line, when `errors` does not list all of them */
                                count?: number;
                            }[];
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdExport: {
        parameters: {
            query: {
                /** @description First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. From 1970 to 2100 */
                from: string;
                /** @description Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it */
                to: string;
                /** @description ndjson is what the import takes; csv and parquet have the columns of the view bi.events */
                format?: "ndjson" | "csv" | "parquet";
                /** @description CSV with texts as they are. By default, a text that a spreadsheet would take for a formula begins with an apostrophe */
                raw?: "true" | "false";
            };
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "application/vnd.apache.parquet": string;
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdScheduledExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ScheduledExport"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    putWebsitesIdScheduledExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @constant */
                    destination: "folder";
                    /**
                     * @description The path below `EXPORT_DIR`; without one, `EXPORT_DIR` itself
                     * @default
                     * @example marketing
                     */
                    folder?: string;
                } | {
                    /** @constant */
                    destination: "s3";
                    /**
                     * Format: uri
                     * @description The URL of the bucket, optionally with a path prefix. It must be https
                     * @example https://my-bucket.s3.eu-central-1.amazonaws.com/footfall
                     */
                    url: string;
                    /**
                     * @description By default the region of an amazonaws.com URL, else us-east-1
                     * @example eu-central-1
                     */
                    region?: string;
                    /**
                     * @description Omit both keys to keep the stored ones
                     * @example AKIAIOSFODNN7EXAMPLE
                     */
                    accessKeyId?: string;
                    /** @description Never returned */
                    secretAccessKey?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ScheduledExport"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteWebsitesIdScheduledExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postWebsitesIdScheduledExportRerun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description The first day to export, at most ten years ago
                     * @example 2026-11-01
                     */
                    from: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: components["schemas"]["ScheduledExport"];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postWebsitesIdScheduledExportTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            written: boolean;
                            /** @description Its path below `EXPORT_DIR`, or its URL */
                            file: string;
                            /** @description Why it could not be written */
                            failure: string | null;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdDeletions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** Format: uuid */
                            id: string;
                            events: number;
                            visitors: number;
                            /** @description The range and the filters of the deletion */
                            description: string;
                            deletedAt: string;
                            restorableUntil: string;
                        }[];
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    postWebsitesIdDeletionsDeletionIdRestore: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
                /** @description The ID of the deletion */
                deletionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @example {
                         *       "events": 12345
                         *     }
                         */
                        data: {
                            /** @description Restored events */
                            events: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteWebsitesIdDeletionsDeletionId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
                /** @description The ID of the deletion */
                deletionId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: null;
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteWebsitesIdVisitorsVisitorId: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
                /** @description The visitor's ID, as exports and BI tools show it */
                visitorId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @example {
                         *       "events": 12
                         *     }
                         */
                        data: {
                            /** @description Deleted events; 0 when none of this visitor is stored */
                            events: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    deleteWebsitesIdVisitors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description IPv4 or IPv6 address
                     * @example 203.0.113.7
                     * @example 2001:db8::7
                     */
                    ip: string;
                    /**
                     * @description The header `User-Agent` of the visitor, character for character
                     * @example Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0
                     * @example Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1
                     */
                    userAgent: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        /**
                         * @example {
                         *       "events": 12
                         *     }
                         */
                        data: {
                            /** @description Deleted events; 0 when none of this visitor is stored */
                            events: number;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    getWebsitesIdRetention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description As set for the website; null for as long as the installation keeps data */
                            retentionMonths: number | null;
                            /** @description The first day that is kept, in the website's time zone; null when all are kept */
                            keptFrom: string | null;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
    putWebsitesIdRetention: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The website's id */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Months for which data is kept: older days are deleted every night. `null` keeps it for as long as the installation does (`RETENTION_MONTHS`), which no website can exceed
                     * @example 24
                     */
                    retentionMonths: number | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        success: true;
                        data: {
                            /** @description As set for the website; null for as long as the installation keeps data */
                            retentionMonths: number | null;
                            /** @description The first day that is kept, in the website's time zone; null when all are kept */
                            keptFrom: string | null;
                        };
                        meta: {
                            /**
                             * @description Equals the HTTP status
                             * @constant
                             */
                            status: 200;
                            /** @description A confirmation, on some answers */
                            message?: string;
                        };
                    };
                };
            };
            /** @description The request is not valid; every error is listed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Failure"];
                };
            };
        };
    };
}

interface FilterList extends Array<components["schemas"]["Filter"]> {}

interface DescribedFilterList extends Array<components["schemas"]["DescribedFilter"]> {}
