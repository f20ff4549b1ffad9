import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import type { PageContext } from './page-context.js';

/** For a website that has never had an event. */
export const NoEvents: FC<{ readonly shown: PageContext }> = ({ shown: { place, website } }) => (
  <section class="card empty centered waiting">
    <h2>{t('Waiting for the first visitor to {domain}', { domain: unicodeHost(website.domain) })}</h2>
    <p>{t('Your stats appear here as soon as someone opens a page with the tracking script.')}</p>
    {place.own && (
      <a class="button" href={`${place.path}/snippet`}>
        {t('Get the snippet')}
      </a>
    )}
  </section>
);
