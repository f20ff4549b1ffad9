import type { FC } from 'hono/jsx';
import type { PageContext } from './page-context.js';

/** Replaces the figures of a website that has never had an event. */
export const NoEvents: FC<{ readonly shown: PageContext }> = ({ shown: { place, website } }) => (
  <section class="card empty waiting">
    <h2>{`Waiting for the first visitor of ${website.domain}`}</h2>
    <p>Figures appear here as soon as a page with the tracking script is opened.</p>
    {place.own && (
      <a class="button" href={`${place.path}/snippet`}>
        Install the script
      </a>
    )}
  </section>
);
