import type { ThreadState } from '@toolthread/core';
import { AccountTable, accountWords, visibleText } from '@toolthread/react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { PageDialog } from '../page/page-dialog.tsx';

/** Of an imported thread: how many records its file had, and on a click what became of each ([L4]). */
export function ImportAccount({ state }: { readonly state: ThreadState }): ReactNode {
  const [open, setOpen] = useState(false);
  const words = accountWords(state);
  if (words === undefined) return null;
  return (
    <>
      <button type="button" className="quiet bar-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {visibleText(words)}
      </button>
      {open && (
        <PageDialog title="What became of the file" onClose={() => setOpen(false)}>
          <div className="account">
            <p>{visibleText(words)}</p>
            <AccountTable account={state.account} />
          </div>
        </PageDialog>
      )}
    </>
  );
}
