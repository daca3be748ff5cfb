import type { ThreadState } from '@toolthread/core';
import { accountText } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { AccountTable } from '../account/account-table.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { Fold } from '../parts/fold.tsx';

/** What became of every record of the file that the thread was read from ([L4]). */
export function ExportAccount({ state }: { readonly state: ThreadState }): ReactNode {
  const words = accountText(state);
  if (words === undefined) return null;
  return (
    <footer className="tt-account">
      <Fold label={<VisibleText text={words.records + words.damage} />}>
        <AccountTable account={state.account} />
      </Fold>
    </footer>
  );
}
