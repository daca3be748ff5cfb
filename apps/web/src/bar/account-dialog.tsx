import type { Account } from '@toolthread/core';
import { AccountTable } from '@toolthread/react';
import type { ReactNode } from 'react';
import { PageDialog } from '../page/page-dialog.tsx';
import { usePageLanguage } from '../labels/use-page-language.ts';

export interface AccountDialogProps {
  readonly words: string;
  readonly account: Account;
  readonly onClose: () => void;
}

/** What became of each record of the file. */
export function AccountDialog({ words, account, onClose }: AccountDialogProps): ReactNode {
  const { say } = usePageLanguage();
  return (
    <PageDialog title={say('Import details')} onClose={onClose}>
      <div className="account">
        <p>{words}</p>
        <AccountTable account={account} />
      </div>
    </PageDialog>
  );
}
