import { accountText } from '@toolthread/core/lines';
import { visible } from '@toolthread/core/text';
import type { ThreadState } from '@toolthread/core';
import { latePart } from '@toolthread/react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { withLateStyles } from '../page/with-late-styles.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';

const AccountDialog = latePart(async () => (await withLateStyles(import('./account-dialog.tsx'))).AccountDialog);

/** Of an imported thread: how many records its file had, and on a click what became of each ([L4]). */
export function ImportAccount({ state }: { readonly state: ThreadState }): ReactNode {
  const [open, setOpen] = useState(false);
  const account = accountText(state, usePageLanguage());
  if (account === undefined) return null;
  const words = visible(account.records + account.damage);
  return (
    <>
      <button type="button" className="quiet bar-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words}
      </button>
      {open && <AccountDialog words={words} account={state.account} onClose={() => setOpen(false)} />}
    </>
  );
}
