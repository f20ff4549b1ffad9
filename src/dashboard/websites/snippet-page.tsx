import type { Child, FC } from 'hono/jsx';
import type { Account } from '../../accounts/accounts.js';
import type { VisitorIdRotation } from '../../visitors/rotation.js';
import type { Website } from '../../websites/website.js';
import { Copyable } from '../copy.js';
import { Page } from '../page.js';
import { VisitorIds } from '../visitor-ids.js';
import { FirstEvent, type FirstEventProps } from './first-event.js';
import { WebsiteHeading } from './website-heading.js';

const ATTRIBUTES: readonly { readonly name: string; readonly meaning: string }[] = [
  { name: 'data-website-id', meaning: "The website's tracking key. It is no secret." },
  { name: 'data-hash', meaning: 'Counts what follows # as part of the path, for applications that move by it.' },
  { name: 'data-allow-localhost', meaning: 'Counts pages that your own machine serves, too.' },
  { name: 'data-exclude', meaning: 'Paths that are not reported, separated by commas: /admin/*, /preview' },
  { name: 'data-host', meaning: 'Where events go, when that is not where the script comes from.' },
];

const CUSTOM_EVENT = `footfall('signup', { plan: 'pro' })`;
const STUB = `<script>window.footfall = window.footfall || function () { (footfall.q = footfall.q || []).push(arguments) }</script>`;
const OPT_OUT = `localStorage.footfall_ignore = 'true'`;

export interface SnippetPageProps {
  readonly viewer: Account;
  readonly website: Website;
  readonly status: FirstEventProps;
  /** The script element, and the same for pages on one's own machine. */
  readonly embed: string;
  readonly embedLocalhost: string;
  /** The origins that a page's policy must allow. */
  readonly scriptUrl: string;
  readonly baseUrl: string;
  readonly rotation: VisitorIdRotation;
}

/** Renders `GET /websites/:id/snippet`: the script element, and whether it works. */
export const SnippetPage: FC<SnippetPageProps> = (props) => {
  const { viewer, website, status, embed, embedLocalhost } = props;
  const path = `/websites/${website.id}/snippet`;
  return (
    <Page title={`Snippet of ${website.name}`} viewer={viewer} website={website} scripts={['websites']}>
      <WebsiteHeading website={website} current="snippet" />
      <div class="snippet">
        <section class="card" aria-labelledby="install">
          <div class="card-head">
            <h2 id="install">Put this on every page</h2>
            <p>
              It goes between <code>{'<head>'}</code> and <code>{'</head>'}</code>, as it is. Most systems have a place
              for it: a template for all pages, or a setting for “custom code in the head”.
            </p>
          </div>
          <Copyable value={embed} label="the script element" />
        </section>
        <section class="card" aria-label="First event">
          <div aria-live="polite" {...(!status.hasEvents && { 'data-poll': `${path}/status` })}>
            <FirstEvent {...status} />
          </div>
          {!status.hasEvents && (
            <noscript>
              <p>
                <a href={path}>Look again</a>
              </p>
            </noscript>
          )}
        </section>
        <section class="card details-list" aria-label="More">
          <More title="Testing on your own machine">
            <p>Pages on localhost are not counted, unless the script element says so:</p>
            <Copyable value={embedLocalhost} label="the script element for localhost" />
          </More>
          <More title="Applications that move by the # of the address">
            <p>
              Pages that set their address themselves are counted without more ado. Where only what follows # changes,
              add <code>data-hash</code> to the script element.
            </p>
          </More>
          <More title="Custom events">
            <p>Report what matters to you, with up to a few properties:</p>
            <Copyable value={CUSTOM_EVENT} label="the custom event" />
            <p>To report before the script is there, put this in front of it:</p>
            <Copyable value={STUB} label="the stub for early events" />
          </More>
          <More title="What a visitor is">
            <VisitorIds rotation={props.rotation} />
            <p>
              The environment variable <code>VISITOR_ID_ROTATION</code> changes that for all websites:{' '}
              <code>never</code>, <code>monthly</code> or <code>daily</code>.
            </p>
          </More>
          <More title="Attributes of the script element">
            <dl class="facts">
              {ATTRIBUTES.map(({ name, meaning }) => (
                <>
                  <dt>
                    <code>{name}</code>
                  </dt>
                  <dd>{meaning}</dd>
                </>
              ))}
            </dl>
          </More>
          <More title="Nothing comes in?">
            <p>
              Look into the page's source whether the script element is there, and whether a cache still serves the page
              without it. Blockers of advertisements may stop the script; try a window without them. Browsers that a
              program drives are not counted. A page with a Content-Security-Policy must have{' '}
              <code>script-src {props.scriptUrl}</code> and <code>connect-src {props.baseUrl}</code> in it.
            </p>
            <p>Run this in the browser's console on your website to leave your own visits out, in that browser:</p>
            <Copyable value={OPT_OUT} label="the line that opts out" />
          </More>
        </section>
      </div>
    </Page>
  );
};

const More: FC<{ title: string; children?: Child }> = ({ title, children }) => (
  <details>
    <summary>{title}</summary>
    <div class="stack">{children}</div>
  </details>
);
