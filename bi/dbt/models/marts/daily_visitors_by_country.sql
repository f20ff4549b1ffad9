select
  website_id,
  date,
  daily.value[1] as country,
  sum(daily.visitors) as visitors,
  sum(daily.pageviews) as pageviews
from {{ source('footfall', 'daily_visitors') }} as daily
where dimension = 'country'
group by website_id, date, country
having visitors > 0
