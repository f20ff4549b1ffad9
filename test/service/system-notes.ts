import type { ApiClient } from './api-client.js';

interface Note {
  readonly id: string;
  readonly source: string;
  readonly at: string;
  readonly until: string | null;
  readonly text: string;
}

/** By their texts: those of the same instant have no order of their own. */
export async function readNotes(owner: ApiClient, websiteId: string) {
  const { body } = await owner.get(`/websites/${websiteId}/annotations`);
  return (body.data as readonly Note[])
    .filter(({ source }) => source === 'system')
    .map(({ id: _, source: __, ...note }) => note)
    .toSorted((a, b) => a.text.localeCompare(b.text));
}
