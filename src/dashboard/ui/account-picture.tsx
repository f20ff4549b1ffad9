import type { FC } from 'hono/jsx';
import type { Account } from '../../accounts/accounts.js';

/** Full name, else email address. */
export function accountName({ firstName, lastName, email }: Account): string {
  return [firstName, lastName].filter((part) => part !== null).join(' ') || email;
}

/** The picture, or the first character of the name. The name is beside it, so it needs no text of its own. */
export const AccountPicture: FC<{ account: Account; large?: boolean }> = ({ account, large }) => {
  const size = large ? 'avatar avatar-large' : 'avatar';
  // The content policy blocks pictures of other origins.
  if (account.picture?.startsWith('data:')) return <img class={size} src={account.picture} alt="" />;
  return (
    <span class={size} aria-hidden="true">
      {[...accountName(account)][0]?.toUpperCase()}
    </span>
  );
};
