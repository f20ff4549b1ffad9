import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { countryName } from '../../../stats/names.js';
import { timeOfDay } from '../../ui/moment.js';
import { describeEvent, type LatestEvent } from '../stats/latest-events.js';
import { withVisibleMarks } from '../stats/name.js';
import { RowName } from '../stats/row-name.js';

/** Latest first, to the minute. */
export const LatestEvents: FC<{ readonly events: readonly LatestEvent[]; readonly zone: string }> = ({
  events,
  zone,
}) => (
  <div class="card panel" id="latest-events">
    <h2 id="latest-events-title">{t('Latest events')}</h2>
    <section class="scrolling" tabindex={0} aria-labelledby="latest-events-title">
      <ol>
        {events.map((event) => {
          const time = timeOfDay(new Date(event.time_ms), zone);
          const { referrer, country, browser } = event;
          const name = describeEvent(event);
          return (
            <li data-id={[time, name, referrer, country, browser].join(' ')}>
              <time class="muted small">{time}</time>
              <div>
                <p class="one-line" title={withVisibleMarks(name)}>
                  <RowName row={{ name }} />
                </p>
                <ul class="muted small">
                  <li class="one-line">
                    <RowName row={{ name: unicodeHost(referrer), icon: { kind: 'brand', name: referrer } }} />
                  </li>
                  <li class="one-line">
                    <RowName row={{ name: countryName(country), icon: { kind: 'country', name: country } }} />
                  </li>
                  <li class="one-line">
                    <RowName row={{ name: browser, icon: { kind: 'brand', name: browser } }} />
                  </li>
                </ul>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  </div>
);
