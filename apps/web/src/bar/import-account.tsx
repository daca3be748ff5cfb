import { visible } from '@toolthread/core/text';
import type { ThreadState } from '@toolthread/core';
import { accountWords } from '@toolthread/react';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';

const AccountDialog = lazy(async () => ({ default: (await import('./account-dialog.tsx')).AccountDialog }));

/** Of an imported thread: how many records its file had, and on a click what became of each ([L4]). */
export function ImportAccount({ state }: { readonly state: ThreadState }): ReactNode {
  const [open, setOpen] = useState(false);
  const words = accountWords(state);
  if (words === undefined) return null;
  return (
    <>
      <button type="button" className="quiet bar-button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {visible(words)}
      </button>
      {open && (
        <Suspense>
          <AccountDialog words={visible(words)} account={state.account} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
