import { visible } from '@toolthread/core/text';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { withLateStyles } from '../late/with-late-styles.ts';
import { lateDialog } from '../late/late-dialog.tsx';

const SignInsDialog = lateDialog(async () => (await withLateStyles(import('./sign-ins-dialog.tsx'))).SignInsDialog);

/** Who looks at this page, and the way out. */
export function SignedIn({ you, accounts }: { readonly you: string; readonly accounts: boolean }): ReactNode {
  const { say } = usePageLanguage();
  const [open, setOpen] = useState(false);
  const words = say('Signed in as {name}', { name: visible(you) });
  if (!accounts) return <span className="usage-link">{words}</span>;
  return (
    <>
      <button type="button" className="quiet usage-link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words}
      </button>
      {open && <SignInsDialog you={you} onClose={() => setOpen(false)} />}
    </>
  );
}
