import { withCleanup } from './with-cleanup.js';

/**
 * Puts back a piece that was already read. The rest is returned when the generator has ended, failed or been returned.
 */
export const withFirst = <Piece>(
  first: IteratorResult<Piece>,
  others: AsyncIterator<Piece>,
): AsyncGenerator<Piece, void, undefined> => withCleanup(chain(first, others), async () => others.return?.());

async function* chain<Piece>(first: IteratorResult<Piece>, others: AsyncIterator<Piece>): AsyncGenerator<Piece> {
  for (let next = first; !next.done; next = await others.next()) yield next.value;
}
