import { accountText } from '@toolthread/core/lines';
import { visible } from '@toolthread/core/text';
import type { ThreadState } from '@toolthread/core';
import { agentName } from '@toolthread/transcripts/agents';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { withLateStyles } from '../late/with-late-styles.ts';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { lateDialog } from '../late/late-dialog.tsx';

const AccountDialog = lateDialog(async () => (await withLateStyles(import('./account-dialog.tsx'))).AccountDialog);

/** Of an imported thread: how many records its file had, and on a click what became of each ([L4]). */
export function ImportAccount({ state }: { readonly state: ThreadState }): ReactNode {
  const [open, setOpen] = useState(false);
  const { account: kept, source } = state;
  const named = source && { source: { ...source, format: agentName(source.format) } };
  const account = accountText({ account: kept, ...named }, usePageLanguage());
  if (account === undefined) return null;
  const words = visible(account.records + account.damage);
  return (
    <>
      <button
        type="button"
        className="quiet bar-button bar-account"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {words}
      </button>
      {open && <AccountDialog words={words} account={state.account} onClose={() => setOpen(false)} />}
    </>
  );
}
