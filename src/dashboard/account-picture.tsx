import type { FC } from 'hono/jsx';
import type { Account } from '../accounts/accounts.js';

/** What a person is called: by name where it is known, else by email address. */
export function accountName({ firstName, lastName, email }: Account): string {
  return [firstName, lastName].filter((part) => part !== null).join(' ') || email;
}

/** The account's picture, or its first letter. It stands beside the name, and so has none itself. */
export const AccountPicture: FC<{ account: Account; large?: boolean }> = ({ account, large }) => {
  const size = large ? 'avatar avatar-large' : 'avatar';
  // The policy lets no picture of another origin through.
  if (account.picture?.startsWith('data:')) return <img class={size} src={account.picture} alt="" />;
  return (
    <span class={size} aria-hidden="true">
      {[...accountName(account)][0]?.toUpperCase()}
    </span>
  );
};
