-- bi.visits has a row for each quarter of an hour of a session: their sums are the session.
select
  website_id,
  session_id,
  any(visits.visitor_id) as visitor_id,
  any(visits.session_start) as started_at,
  toDate(any(visits.local_session_start)) as started_on,
  any(visits.entry_path) as landing_page,
  any(visits.channel) as channel,
  any(visits.referrer) as referrer,
  any(visits.campaign) as campaign,
  any(visits.country) as country,
  any(visits.device) as device,
  sum(visits.pageviews) as pageviews,
  sum(visits.bounces) as bounces,
  sum(visits.duration_ms) / 1000 as duration_seconds
from {{ source('footfall', 'visits') }} as visits
group by website_id, session_id
