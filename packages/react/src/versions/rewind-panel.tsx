import { scopesAtWork } from '@toolthread/core';
import { doneSince } from '@toolthread/core/queries';
import type { DoneSince } from '@toolthread/core/queries';
import type { Thread } from '@toolthread/core';
import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { ProblemNote } from '../parts/problem-note.tsx';
import { useLanguage } from '../labels/use-language.ts';
import { KeyHint } from '../parts/key-hint.tsx';
import { isComposing } from '../text/is-composing.ts';
import { isTouch } from '../text/is-touch.ts';
import type { ActionOutcome, RewindChoice } from '../thread/actions/thread-actions.ts';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { useAction } from '../thread/actions/use-action.ts';
import { changesSince } from './course.ts';
import { MessageField } from '../parts/message-field.tsx';

/** Something that takes back what came after event `to`. */
export type RewindAct = {
  readonly to: number;
  /** The last event of the thread when the person began. */
  readonly seen: number;
  run(how: Omit<RewindChoice, 'words'>, text?: string): ActionOutcome;
} & ({ readonly kind: 'edit'; readonly text: string } | { readonly kind: 'retry' | 'rewind' });

export interface RewindPanelProps {
  readonly act: RewindAct;
  readonly thread: () => Thread;
  onClose(): void;
}

/** What people did since the person began, as far as event `seen`. Told once, it is agreed to. */
interface News extends DoneSince {
  readonly seen: number;
}

const labels = { edit: 'Send', retry: 'Answer again', rewind: 'Rewind' } as const;

/** What will become of the rest, and, for other words, where they are written. What was written stays until it is sent or cancelled. */
export function RewindPanel({ act, thread, onClose }: RewindPanelProps): ReactNode {
  const { say, count } = useLanguage();
  const { undo } = useThreadSettings().actions;
  const [text, setText] = useState(act.kind === 'edit' ? act.text : '');
  const [undoes, setUndoes] = useState(false);
  const { busy, problem, run } = useAction();
  const news = (known: number): News | undefined => {
    const { state } = thread();
    // Only what is new asks again, and then all of it is told.
    const done = doneSince(state, known) && doneSince(state, act.seen);
    return done && { ...done, seen: state.seq };
  };
  const [told, setTold] = useState(() => news(act.seen));
  const seen = told?.seen ?? act.seen;
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
    return act.run({ seen, ...(working ? { stop: true } : {}) }, act.kind === 'edit' ? text : undefined);
  };
  const send = (): void => {
    if (empty) return;
    const more = news(seen);
    if (more === undefined) run(go, onClose);
    else setTold(more);
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
    // A key that is held down does not answer what was asked when it went down.
    if (!event.repeat) send();
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
      {told !== undefined && (
        <p className="tt-problem" role="alert">
          {told.rewound && say('Not done yet: the thread was rewound since you began this.')}{' '}
          {told.messages > 0 &&
            say('Not done yet: {messages} came since you began this, and will be kept as a version.', {
              messages: count(told.messages, 'message'),
            })}
        </p>
      )}
      <ProblemNote problem={problem === undefined ? undefined : say('Not done: {problem}', { problem })} />
    </div>
  );
}
