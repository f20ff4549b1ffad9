import type { FC } from 'hono/jsx';
import { unicodeHost } from '../../lib/unicode-host.js';
import type { Website } from '../../websites/website.js';
import { dropNotice } from './drop-advice.js';

export interface FirstEventProps {
  readonly website: Website;
  readonly hasEvents: boolean;
  /** Of the last 24 hours, the most frequent first. */
  readonly drops: readonly { readonly reason: string; readonly events: number }[];
}

/** Shows whether events arrive, and why events are dropped. It is part of the page, and sent alone when the page polls. */
export const FirstEvent: FC<FirstEventProps> = ({ website, hasEvents, drops }) => (
  <>
    {hasEvents ? <Received website={website} /> : <Waiting website={website} />}
    {drops.length > 0 && <Drops website={website} drops={drops} />}
  </>
);

const Received: FC<{ website: Website }> = ({ website }) => (
  <div class="first-event" data-done="">
    <span class="signal signal-good" aria-hidden="true" />
    <div>
      <h2>You’re all set</h2>
      <p class="muted">
        {website.name} is sending data. <a href={`/websites/${website.id}`}>View dashboard</a>
      </p>
    </div>
  </div>
);

const Waiting: FC<{ website: Website }> = ({ website: { domain } }) => (
  <div class="first-event">
    <span class="signal" aria-hidden="true" />
    <div>
      <h2>Waiting for the first event…</h2>
      <p class="muted">Open a page on {unicodeHost(domain)} in another tab. It shows up here within seconds.</p>
    </div>
  </div>
);

const Drops: FC<Omit<FirstEventProps, 'hasEvents'>> = ({ website, drops }) => (
  <div class="drop-notices">
    <h3>Excluded in the last 24 hours</h3>
    <ul>
      {drops.map(({ reason, events }) => {
        const { happened, todo } = dropNotice(website, reason, events);
        return (
          <li>
            <strong>{happened}</strong> {todo}
          </li>
        );
      })}
    </ul>
    <p>
      <a href={`/websites/${website.id}/settings`}>Open settings</a>
    </p>
  </div>
);
