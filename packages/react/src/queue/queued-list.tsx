import { isQueued, queuedMessages } from '@toolthread/core/summary';
import type { ThreadState } from '@toolthread/core';
import type { MessagePosted } from '@toolthread/core/events';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { ContentParts } from '../parts/content-parts.tsx';
import { actionProblem } from '../thread/actions/action-problem.ts';
import type { ActionOutcome, ThreadActions } from '../thread/actions/thread-actions.ts';
import { ThreadSettingsContext, useThreadSettings } from '../thread/thread-settings.tsx';
import { useAction } from '../thread/actions/use-action.ts';
import { MessageEditor } from './message-editor.tsx';
import { messageWords } from './message-words.ts';
import { useLanguage } from '../labels/use-language.ts';

/** The thread, and what can be done about its queue. */
export interface QueuedListProps {
  readonly state: ThreadState;
  readonly actions: ThreadActions;
  /** A run is under way. Without one, what is queued waits for the person. */
  readonly working: boolean;
  /** Whether the server answers. What failed while it did not is not told any more when it does. Absent: as in the thread around it. */
  readonly reachable?: boolean;
  /** The list is gone, and with it whatever had the focus. */
  onEmpty?(): void;
}

/** Words that were begun, and what they are for. */
interface Edit {
  readonly seq: number;
  readonly text: string;
  readonly problem: string | undefined;
}

/**
 * What waits for the end of the run: to be read again, changed, sent at once or removed.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * import { foldAll, type LedgerEvent } from '@toolthread/core';
 * const working = exampleEvents.slice(0, 4);
 * const queued: LedgerEvent = {
 *   v: 1,
 *   thread: 't1',
 *   seq: 5,
 *   at: 0,
 *   type: 'message.posted',
 *   author: '@human',
 *   delivery: 'followUp',
 *   parts: [{ type: 'text', text: 'And the tests?' }],
 * };
 * renderToStaticMarkup(<QueuedList state={foldAll([...working, queued])} actions={{}} working />).includes('And the tests?'); //=> true
 */
export function QueuedList({ reachable, ...props }: QueuedListProps): ReactNode {
  const settings = useThreadSettings();
  if (reachable === undefined) return <QueuedMessages {...props} />;
  return (
    <ThreadSettingsContext value={{ ...settings, reachable }}>
      <QueuedMessages {...props} />
    </ThreadSettingsContext>
  );
}

function QueuedMessages({ state, actions, working, onEmpty }: Omit<QueuedListProps, 'reachable'>): ReactNode {
  const held = queuedMessages(state).flatMap((queued) => (queued.state === 'held' ? [queued.message] : []));
  const { say, count, told } = useLanguage();
  const [edit, setEdit] = useState<Edit>();
  const list = useRef<HTMLElement>(null);
  const title = useId();
  const acted = useRef(false);
  const { busy, problem, run, dismiss } = useAction();
  const shown = held.length > 0 || edit !== undefined || problem !== undefined;
  useEffect(() => {
    if (!shown && acted.current) onEmpty?.();
    if (!shown) acted.current = false;
  }, [shown]);

  const act = (action: () => ActionOutcome): void => {
    acted.current = true;
    // At once: what was pressed is off while the server is asked, and its row may go before the answer.
    list.current?.focus();
    run(action);
  };
  /** All are taken back before the first is said: the run that it begins may be over before the next one is. */
  const sendNow = async (messages: readonly MessagePosted[]): Promise<string | undefined> => {
    const { takeBack, say: sayAnew } = actions;
    if (takeBack === undefined || sayAnew === undefined) return undefined;
    const taken: { readonly seq: number; readonly text: string }[] = [];
    let refused: string | undefined;
    for (const { seq, parts } of messages) {
      const text = messageWords(parts);
      if (text === undefined) continue;
      refused = await actionProblem(() => takeBack(seq));
      if (refused !== undefined) break;
      taken.push({ seq, text });
    }
    for (const [index, { seq, text }] of taken.entries()) {
      const unsent = await actionProblem(() => sayAnew(text));
      if (unsent === undefined) continue;
      // They are no longer queued and were not said: the words are here only.
      const rest = taken.slice(index).map((each) => each.text);
      setEdit({ seq, text: rest.join('\n\n'), problem: say('Not sent: {problem}', { problem: told(unsent) }) });
      break;
    }
    return refused;
  };
  const close = (): void => {
    acted.current = true;
    setEdit(undefined);
    list.current?.focus();
  };
  const editor = edit !== undefined && (
    <MessageEditor
      {...edit}
      queued={isQueued(state, edit.seq)}
      onChange={(text) => setEdit({ ...edit, text })}
      onSave={(text) => actions.changeMessage?.(edit.seq, text) ?? Promise.resolve(undefined)}
      onSayAnew={actions.say}
      onClose={close}
    />
  );
  return (
    <>
      <div className="tt-unseen" role="status">
        {held.length > 0 && say('{messages} queued', { messages: count(held.length, 'message') })}
      </div>
      {shown && (
        <section ref={list} className="tt-root tt-queue" aria-labelledby={title} tabIndex={-1}>
          <h3 id={title}>
            {say(working ? 'Queued · sent when the run completes' : 'Queued · waits for you')}
            {!working && held.length > 1 && (
              <Press label={say('Send all now')} busy={busy} onPress={() => act(() => sendNow(held))} />
            )}
          </h3>
          <ol>
            {held.map((message) => (
              <li key={message.seq}>
                {edit?.seq === message.seq ? (
                  editor
                ) : (
                  <Row
                    message={message}
                    actions={actions}
                    busy={busy}
                    onEdit={(text) => setEdit({ seq: message.seq, text, problem: undefined })}
                    onSend={() => act(() => sendNow([message]))}
                    onRemove={(takeBack) => act(() => takeBack(message.seq, messageWords(message.parts)))}
                  />
                )}
              </li>
            ))}
            {edit !== undefined && held.every(({ seq }) => seq !== edit.seq) && <li>{editor}</li>}
          </ol>
          {problem !== undefined && (
            <p className="tt-problem" role="alert">
              {problem} <Press label={say('Dismiss')} busy={false} onPress={dismiss} />
            </p>
          )}
        </section>
      )}
    </>
  );
}

interface RowProps {
  readonly message: MessagePosted;
  readonly actions: ThreadActions;
  readonly busy: boolean;
  onEdit(text: string): void;
  onSend(): void;
  onRemove(takeBack: NonNullable<ThreadActions['takeBack']>): void;
}

function Row({ message, actions, busy, onEdit, onSend, onRemove }: RowProps): ReactNode {
  const { takeBack, say: sayAnew, changeMessage } = actions;
  const { say } = useLanguage();
  const words = messageWords(message.parts);
  const name = words?.trim().slice(0, 40) ?? say('message');
  return (
    <>
      <div className="tt-queued">
        <ContentParts parts={message.parts} />
      </div>
      <span className="tt-queued-actions">
        {words !== undefined && changeMessage !== undefined && (
          <Press label={say('Edit')} name={name} busy={busy} onPress={() => onEdit(words)} />
        )}
        {words !== undefined && takeBack !== undefined && sayAnew !== undefined && (
          <Press label={say('Send now')} name={name} busy={busy} onPress={onSend} />
        )}
        {takeBack !== undefined && (
          <Press label={say('Remove')} name={name} busy={busy} onPress={() => onRemove(takeBack)} />
        )}
      </span>
    </>
  );
}

interface PressProps {
  readonly label: string;
  /** Which message it is about, for those who do not see where the button is. */
  readonly name?: string;
  readonly busy: boolean;
  onPress(): void;
}

function Press({ label, name, busy, onPress }: PressProps): ReactNode {
  const full = name === undefined ? label : `${label}: ${name}`;
  return (
    <button type="button" className="tt-link-button" aria-label={full} disabled={busy} onClick={onPress}>
      {label}
    </button>
  );
}

/** It can still be changed, whether it waits or is in its place already. */
