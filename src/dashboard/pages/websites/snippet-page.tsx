import type { Child, FC } from 'hono/jsx';
import { isOwnHost } from '../../../collect/steps/hosts.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { valid } from '../../../lib/validation.js';
import { updateWebsite } from '../../../websites/change-website.js';
import { snippet } from '../../../websites/embed-code.js';
import { type InstallGuide, installGuides } from '../../../websites/install-guides.js';
import { websitePatch } from '../../../websites/settings.js';
import { Done, type PageRoute, websiteForm } from '../../page-route.js';
import { Copyable } from '../../ui/copy.js';
import { text } from '../../ui/fields.js';
import { Notice } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { code, linkTo, rich } from '../../ui/rich.js';
import { VisitorIds } from '../../ui/visitor-ids.js';
import { FirstEvent, readFirstEvent } from './first-event.js';

const ATTRIBUTES: readonly { readonly name: string; readonly meaning: Text }[] = [
  { name: 'data-website-id', meaning: 'Your tracking key. Safe to publish.' },
  { name: 'data-hash', meaning: 'Includes the part after # in the path, for apps with hash-based routing.' },
  { name: 'data-allow-localhost', meaning: 'Also tracks pages on localhost.' },
  { name: 'data-exclude', meaning: 'Paths to exclude, separated by commas: /admin/*, /preview' },
  { name: 'data-host', meaning: 'Sends events to this origin instead of the script’s own.' },
];

const CUSTOM_EVENT = `footfall('signup', { plan: 'pro' })`;
const OPT_OUT = `localStorage.footfall_ignore = 'true'`;

const allowHost = websiteForm({
  path: '/allow',
  fields: { host: text },
  submit: async ({ host }, { website, deps }) => {
    if (isOwnHost(website, host)) return;
    const patch = valid(websitePatch, { allowedDomains: [...website.allowedDomains, host] });
    await updateWebsite(deps.services.websites, website, patch, deps.now());
  },
  done: { key: 'allowed', text: 'Domain allowed. Open the page again to see its visit.' },
});

/** `/websites/:id/snippet`: the script element, and whether it works. */
export const snippetPage: PageRoute<'website'> = {
  path: '/websites/:id/snippet',
  access: 'website',
  forms: [allowHost],
  show: async (visit) => {
    const { viewer, website, path, deps } = visit;
    const { baseUrl, scriptUrl } = deps.services;
    const writeSnippet = (allowLocalhost: boolean) => snippet(website, { scriptUrl, baseUrl, allowLocalhost });
    const firstEvent = await readFirstEvent(visit);
    const { allowedDomains } = visit.of(allowHost).errors;
    return (
      <Page
        title={t('Snippet · {name}', { name: website.name })}
        viewer={viewer}
        website={website}
        current="snippet"
        scripts={['websites']}
      >
        <div class="notices">
          <Done visit={visit} />
          {allowedDomains !== undefined && (
            <Notice kind="bad">{t('Not added to the allowed domains. {problem}', { problem: allowedDomains })}</Notice>
          )}
        </div>
        <div class="stack snippet">
          <section class="card" aria-labelledby="install">
            <div class="card-head">
              <h2 id="install">{t('Add this to every page')}</h2>
              <p>
                {rich(
                  'Paste it into {head}. Most site builders have a “custom code” setting for this; <a>your platform</a> may be below.',
                  { head: <code>{'<head>'}</code>, a: linkTo('#platforms') },
                )}
              </p>
            </div>
            <Copyable value={writeSnippet(false)} label={t('the snippet')} />
          </section>
          <section class="card" aria-label={t('First event')}>
            <div aria-live="polite" {...(!firstEvent.hasEvents && { 'data-poll': `${path}/status` })}>
              <FirstEvent {...firstEvent} />
            </div>
            {!firstEvent.hasEvents && (
              <noscript>
                <p>
                  <a href={path}>{t('Check again')}</a>
                </p>
              </noscript>
            )}
          </section>
          <section class="card divided details-list" aria-labelledby="platforms">
            <h2 id="platforms">{t('Your platform')}</h2>
            {installGuides(website, { scriptUrl, baseUrl }).map((guide) => (
              <Guide {...guide} />
            ))}
          </section>
          <section class="card divided details-list" aria-label={t('More')}>
            <More title={t('Testing on localhost')}>
              <p>{t('Pages on localhost are ignored unless you use this snippet:')}</p>
              <Copyable value={writeSnippet(true)} label={t('the snippet for localhost')} />
            </More>
            <More title={t('Hash-based routing (SPAs)')}>
              <p>
                {rich(
                  'Single-page apps that use the History API are tracked automatically. If only the part after # changes, add <code>data-hash</code> to the script tag.',
                  { code },
                )}
              </p>
            </More>
            <More title={t('Custom events')}>
              <p>{t('Track sign-ups, purchases or anything else, with optional properties:')}</p>
              <Copyable value={CUSTOM_EVENT} label={t('the custom event')} />
              <p>
                {rich(
                  'The first line of the snippet keeps early calls until the script runs. With a Content-Security-Policy, that line needs a nonce or a hash in <code>script-src</code>.',
                  { code },
                )}
              </p>
            </More>
            <More title={t('How visitors are recognized')}>
              <VisitorIds rotation={await deps.services.findVisitorIdRotation()} />
              <p>
                {rich(
                  'The environment variable <code>VISITOR_ID_ROTATION</code> changes this for all websites: <code>never</code>, <code>monthly</code> or <code>daily</code>. Every visitor then counts as new once.',
                  { code },
                )}
              </p>
            </More>
            <More title={t('Script options')}>
              <dl class="facts">
                {ATTRIBUTES.map(({ name, meaning }) => (
                  <>
                    <dt>
                      <code>{name}</code>
                    </dt>
                    <dd>{t(meaning)}</dd>
                  </>
                ))}
              </dl>
            </More>
            <More title={t('Not seeing data?')}>
              <p>
                {rich(
                  'Check the page source for the script; a cache may still serve an older version of the page. Ad blockers may block it, so try a window without extensions. Automated browsers are ignored. A Content-Security-Policy must allow <code>script-src {scriptUrl}</code> and <code>connect-src {baseUrl}</code>.',
                  { code, scriptUrl, baseUrl },
                )}
              </p>
              <p>{t('To exclude your own visits, run this in the browser console on your website:')}</p>
              <Copyable value={OPT_OUT} label={t('the code to opt out')} />
            </More>
          </section>
        </div>
      </Page>
    );
  },
};

const Guide: FC<InstallGuide> = ({ platform, steps, code }) => (
  <More title={platform}>
    <p>{steps}</p>
    {code !== undefined && <Copyable value={code} label={t('the code for {platform}', { platform })} />}
  </More>
);

const More: FC<{ title: string; children?: Child }> = ({ title, children }) => (
  <details>
    <summary>{title}</summary>
    <div class="stack">{children}</div>
  </details>
);
