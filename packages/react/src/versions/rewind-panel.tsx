import { scopesAtWork } from '@toolthread/core';
import type { Thread } from '@toolthread/core';
import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { ProblemNote } from '../parts/problem-note.tsx';
import { useLanguage } from '../labels/use-language.ts';
import { KeyHint } from '../parts/key-hint.tsx';
import { isComposing } from '../text/is-composing.ts';
import { isTouch } from '../text/is-touch.ts';
import type { ActionOutcome } from '../thread/thread-actions.ts';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { useAction } from '../thread/use-action.ts';
import { changesSince } from './course.ts';
import { MessageField } from '../parts/message-field.tsx';

/** Something that takes back what came after event `to`. */
export type RewindAct = {
  readonly to: number;
  run(stop: boolean, text?: string): ActionOutcome;
} & ({ readonly kind: 'edit'; readonly text: string } | { readonly kind: 'retry' | 'rewind' });

export interface RewindPanelProps {
  readonly act: RewindAct;
  readonly thread: () => Thread;
  onClose(): void;
}

const labels = { edit: 'Send', retry: 'Answer again', rewind: 'Rewind' } as const;

/** What will become of the rest, and, for other words, where they are written. What was written stays until it is sent or cancelled. */
export function RewindPanel({ act, thread, onClose }: RewindPanelProps): ReactNode {
  const { say, count } = useLanguage();
  const { undo } = useThreadSettings().actions;
  const [text, setText] = useState(act.kind === 'edit' ? act.text : '');
  const [undoes, setUndoes] = useState(false);
  const { busy, problem, run } = useAction();
  const working = scopesAtWork(thread().state).length > 0;
  const changes = changesSince(thread(), act.to);
  const files = changes.reduce((all, change) => all + change.files, 0);
  const empty = act.kind === 'edit' && text.trim() === '';
  const go = async (): Promise<string | undefined> => {
    // The newest first: each is undone from what the one before it left.
    if (undoes && undo !== undefined)
      for (const { change } of changes) {
        const failed = await undo(change);
        if (failed !== undefined) return failed;
      }
    return act.run(working, act.kind === 'edit' ? text : undefined);
  };
  const send = (): void => {
    if (!empty) run(go, onClose);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === 'Escape') {
      // Only the panel: the same key would stop the agent.
      event.stopPropagation();
      onClose();
    }
    const isText = event.target instanceof HTMLTextAreaElement;
    if (event.key !== 'Enter' || event.shiftKey || !isText || (isTouch() && !event.ctrlKey && !event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <div className="tt-editor" role="group" aria-label={say(labels[act.kind])} onKeyDown={onKeyDown}>
      {act.kind === 'edit' && <MessageField text={text} onChange={setText} />}
      <p className="tt-hint">
        {say('Later messages are kept as an earlier version.')}
        {working && ` ${say('The current run is stopped first.')}`}
        {files > 0 && ` ${say('Not undone: {files} changed since then.', { files: count(files, 'file') })}`}
      </p>
      {files > 0 && undo !== undefined && !working && (
        <label className="tt-hint">
          <input type="checkbox" checked={undoes} onChange={(event) => setUndoes(event.currentTarget.checked)} />{' '}
          {say('Undo these changes first')}
        </label>
      )}
      <div className="tt-buttons">
        <button
          type="button"
          className="tt-button"
          data-primary
          disabled={busy || empty}
          autoFocus={act.kind !== 'edit'}
          onClick={send}
        >
          {say(labels[act.kind])} {act.kind === 'edit' && <KeyHint>⏎</KeyHint>}
        </button>
        <button type="button" className="tt-button" onClick={onClose}>
          {say('Cancel')} <KeyHint>Esc</KeyHint>
        </button>
      </div>
      <ProblemNote problem={problem === undefined ? undefined : say('Not done: {problem}', { problem })} />
    </div>
  );
}
