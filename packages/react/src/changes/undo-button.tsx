import type { ChangesItem } from '@toolthread/core';
import { useState } from 'react';
import type { MouseEvent, ReactNode } from 'react';
import { useSending } from '../thread/actions/use-sending.ts';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { useLanguage } from '../labels/use-language.ts';

/** Puts the files back. It asks once: the first click says what it will do, the second does it. */
export function UndoButton({ item }: { readonly item: ChangesItem }): ReactNode {
  const { undo } = useThreadSettings().actions;
  const { say, count } = useLanguage();
  const [asking, setAsking] = useState(false);
  const { busy, problem, send } = useSending();
  if (undo === undefined || item.undo.state !== 'possible') return null;
  /** A double click is one intention: its second half falls on whatever has come in the meantime. */
  const once =
    (press: () => void) =>
    (event: MouseEvent): void => {
      if (event.detail <= 1) press();
    };
  const press = (): void => {
    if (asking) send(() => undo(item.change));
    setAsking(!asking);
  };
  return (
    <span className="tt-undo">
      <span role="status">
        {asking && say('Undo the changes to {files}?', { files: count(item.files.length, 'file') })}
      </span>
      <button type="button" className="tt-link-button" disabled={busy} onClick={once(press)}>
        {say(asking ? 'Yes, undo' : busy ? 'Undoing…' : 'Undo')}
      </button>
      {asking && (
        <button type="button" className="tt-link-button" onClick={once(() => setAsking(false))}>
          {say('Keep')}
        </button>
      )}
      {problem !== undefined && (
        <span className="tt-problem" role="alert">
          {say('Not undone: {problem}', { problem })}
        </span>
      )}
    </span>
  );
}
