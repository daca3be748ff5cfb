import { KeyHint } from '@toolthread/react';
import type { ReactNode } from 'react';
import { PageDialog } from './page-dialog.tsx';
import { shortcuts } from './shortcuts.ts';

export function ShortcutList({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <PageDialog title="Keys" onClose={onClose}>
      <dl>
        {shortcuts.map(({ keys, does }) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>
              {keys.split('  ').map((key) => (
                <KeyHint key={key}>{key}</KeyHint>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </PageDialog>
  );
}
