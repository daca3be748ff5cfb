import type { ReactNode } from 'react';
import { LanguageChoice } from '../labels/language-choice.tsx';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { KeyTable } from './key-table.tsx';
import { PageDialog } from './page-dialog.tsx';

/** What the keys do, over the page. */
export function ShortcutList({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { say } = usePageLanguage();
  return (
    <PageDialog title={say('Keys')} onClose={onClose}>
      <KeyTable />
      <LanguageChoice />
    </PageDialog>
  );
}
