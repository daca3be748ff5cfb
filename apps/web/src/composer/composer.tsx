import { KeyHint } from '@toolthread/react';
import { useEffect, useState } from 'react';
import type { KeyboardEvent, MouseEvent, ReactNode, RefObject } from 'react';
import { Addressees } from './addressees.tsx';
import { mentionsIn, suggestionsFor, withName } from './mentions-in.ts';
import { useDraft } from './use-draft.ts';

type Post = (text: string, mentions: readonly string[]) => Promise<string | undefined>;

export interface ComposerProps {
  readonly thread: string | undefined;
  readonly input: RefObject<HTMLTextAreaElement | null>;
  /** Somebody works: what is sent now steers. */
  readonly working: boolean;
  readonly stopping: boolean;
  /** The server answers: what was not sent while it did not can be sent now. */
  readonly reachable: boolean;
  /** Who can be named. */
  readonly members: readonly string[];
  /** What went wrong, in words; undefined when the message is kept. */
  readonly onSend: Post;
  /** The same for a message that waits for the end of the run. */
  readonly onQueue: Post;
  onStop(): void;
  /** The way from an empty message into the thread. */
  onLeave(): void;
  /** What stands right above the message. */
  readonly children?: ReactNode;
}

export function Composer(props: ComposerProps): ReactNode {
  const { thread, input, working, stopping, reachable, members, onSend, onQueue, onStop, onLeave, children } = props;
  const draft = useDraft(thread);
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  useEffect(() => {
    if (reachable) setProblem(undefined);
  }, [reachable]);
  const empty = draft.text.trim() === '';
  const suggestions = suggestionsFor(draft.text, members);
  const choose = (name: string): void => {
    draft.write(withName(draft.text, name));
    input.current?.focus();
  };
  const send = async (post: Post): Promise<void> => {
    if (empty || sending) return;
    setSending(true);
    const failed = await post(draft.text, mentionsIn(draft.text, members));
    setSending(false);
    setProblem(failed);
    if (failed === undefined) draft.sent(draft.text);
  };
  /** A button that was pressed is disabled next, and would keep the focus from the message. */
  const press = (post: Post): void => {
    input.current?.focus();
    void send(post);
  };
  const stop = ({ detail }: MouseEvent): void => {
    // Pressed by a key: the button goes with the run. By a finger, the message would bring up a keyboard that nobody asked for.
    if (detail === 0) input.current?.focus();
    onStop();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowUp' && draft.text === '') onLeave();
    const [first] = suggestions;
    if (event.key === 'Tab' && !event.shiftKey && first !== undefined) {
      event.preventDefault();
      choose(first);
      return;
    }
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send(event.altKey && working ? onQueue : onSend);
  };
  return (
    <footer className="composer">
      {children}
      {problem !== undefined && (
        <p className="problem" role="alert">
          Not sent: {problem}
        </p>
      )}
      <Addressees text={draft.text} members={members} suggestions={suggestions} onChoose={choose} />
      <div className="composer-box">
        <textarea
          ref={input}
          rows={1}
          value={draft.text}
          aria-label="Message"
          placeholder={working ? 'Reply or steer…' : 'Write a message…'}
          onChange={(event) => {
            setProblem(undefined);
            draft.write(event.currentTarget.value);
          }}
          onKeyDown={onKeyDown}
        />
        {working && (
          <>
            <button type="button" className="stop" disabled={stopping} onClick={stop}>
              {stopping ? 'Stopping…' : 'Stop'} <KeyHint>Esc</KeyHint>
            </button>
            <button
              type="button"
              className="queue"
              disabled={empty || sending}
              title="Send it when the run completes"
              onClick={() => press(onQueue)}
            >
              Queue <KeyHint>{ALT}⏎</KeyHint>
            </button>
          </>
        )}
        <button
          type="button"
          className="send"
          disabled={empty || sending}
          aria-label={working ? 'Send it now, while it works' : 'Send'}
          title={working ? 'Send it now, while it works' : undefined}
          onClick={() => press(onSend)}
        >
          <KeyHint>⏎</KeyHint>
        </button>
      </div>
    </footer>
  );
}

/** The name that the key has on this keyboard. */
const ALT = /mac|iphone|ipad/i.test(navigator.userAgent) ? '⌥' : 'Alt ';
