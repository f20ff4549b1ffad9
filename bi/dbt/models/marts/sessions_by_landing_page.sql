select
  website_id,
  started_on,
  landing_page,
  count() as sessions,
  sum(stg.bounces) / sessions as bounce_rate,
  sum(stg.duration_seconds) / sessions as average_duration_seconds
from {{ ref('stg_sessions') }} as stg
group by website_id, started_on, landing_page
