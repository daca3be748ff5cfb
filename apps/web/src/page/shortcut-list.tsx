import { KeyHint } from '@toolthread/react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { shortcuts } from './shortcuts.ts';

export function ShortcutList({ onClose }: { readonly onClose: () => void }): ReactNode {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="shortcuts"
      aria-label="Keys"
      onClose={onClose}
      onClick={() => dialog.current?.close()}
    >
      <h2>Keys</h2>
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
      <form method="dialog">
        <button type="submit" className="quiet">
          Close
        </button>
      </form>
    </dialog>
  );
}
