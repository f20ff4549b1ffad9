-- A conversion is a session with the event that the variable conversion_event names.
select
  website_id,
  started_on,
  campaign,
  count() as sessions,
  countIf((website_id, session_id) in (
    select website_id, session_id
    from {{ source('footfall', 'events') }}
    where name = '{{ var("conversion_event") }}'
  )) as conversions,
  conversions / sessions as conversion_rate
from {{ ref('stg_sessions') }}
where campaign != ''
group by website_id, started_on, campaign
