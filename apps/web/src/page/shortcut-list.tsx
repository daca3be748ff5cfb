import type { ReactNode } from 'react';
import { PageDialog } from './page-dialog.tsx';
import { shortcuts } from './shortcuts.ts';

/** Here the keys are what is said, and not a hint beside it: a screen reader has to hear them. */
export function ShortcutList({ onClose }: { readonly onClose: () => void }): ReactNode {
  return (
    <PageDialog title="Keys" onClose={onClose}>
      <dl>
        {shortcuts.map(({ keys, does }) => (
          <div key={does}>
            <dt>{does}</dt>
            <dd>
              {keys.split('  ').map((key) => (
                <kbd key={key} className="tt-key">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </PageDialog>
  );
}
