import type { ApiClient } from '../service/api-client.js';
import type { Site } from './timeline.js';

/** A website as it was added. */
export interface Website {
  readonly id: string;
  readonly domain: string;
  readonly timezone: string;
}

/** The websites that people walk through, and one that nobody ever visits. */
export type Websites = Readonly<Record<Site | 'quiet.test', Website>>;

/** Adds the websites as their owner does; gives the script elements for their pages too. */
export async function addWebsites(owner: ApiClient) {
  const add = async (domain: string, timezone: string): Promise<Website> => {
    const { id } = await owner.website({ domain, timezone });
    return { id, domain, timezone };
  };
  const websites: Websites = {
    'shop.test': await add('shop.test', 'Europe/Berlin'),
    'app.test': await add('app.test', 'America/New_York'),
    'quiet.test': await add('quiet.test', 'UTC'),
  };
  const { id } = websites['shop.test'];
  await owner.call('PATCH', `/websites/${id}`, { excludedPaths: ['/staff/*'] });
  const embedOf = async (site: Site): Promise<string> =>
    (await owner.get(`/websites/${websites[site].id}/embed-code`)).body.data.embedCode;
  return { websites, embeds: { 'shop.test': await embedOf('shop.test'), 'app.test': await embedOf('app.test') } };
}
