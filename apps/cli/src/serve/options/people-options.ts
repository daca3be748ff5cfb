import type { ServerOptions } from '@toolthread/server';
import type { Ledger } from '@toolthread/store';
import type { ServeAuth } from './serve-options.ts';

/** Who has which role, where people have threads of their own. */
export function peopleOptions(
  auth: ServeAuth,
  { people }: Pick<Ledger, 'people'>,
): Pick<ServerOptions, 'people' | 'accounts' | 'proxyUsers'> {
  switch (auth.kind) {
    case 'token':
      return {};
    case 'users':
      return { people, accounts: true };
    case 'proxy':
      return { people, proxyUsers: { header: auth.header, from: auth.from } };
    default:
      return auth satisfies never;
  }
}

export async function hasAccounts({ people }: Pick<Ledger, 'people'>): Promise<boolean> {
  const accounts = await people.accounts.list();
  return accounts.ok && accounts.value.length > 0;
}
