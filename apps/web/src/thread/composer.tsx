import { KeyHint } from '@toolthread/react';
import { useState } from 'react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { useDraft } from './use-draft.ts';

export interface ComposerProps {
  readonly thread: string | undefined;
  readonly input: RefObject<HTMLTextAreaElement | null>;
  /** Somebody works: what is sent now steers. */
  readonly working: boolean;
  readonly stopping: boolean;
  /** What went wrong, in words; undefined when the message is kept. */
  onSend(text: string): Promise<string | undefined>;
  onStop(): void;
  /** The way from an empty message into the thread. */
  onLeave(): void;
}

export function Composer({ thread, input, working, stopping, onSend, onStop, onLeave }: ComposerProps): ReactNode {
  const [draft, setDraft] = useDraft(thread);
  const [problem, setProblem] = useState<string>();
  const [sending, setSending] = useState(false);
  const send = async (): Promise<void> => {
    if (draft.trim() === '' || sending) return;
    setSending(true);
    const failed = await onSend(draft);
    setSending(false);
    setProblem(failed);
    if (failed === undefined) setDraft('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowUp' && draft === '') onLeave();
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  return (
    <footer className="composer">
      {problem !== undefined && (
        <p className="problem" role="alert">
          Not sent: {problem}
        </p>
      )}
      <div className="composer-box">
        <textarea
          ref={input}
          rows={1}
          value={draft}
          aria-label="Message"
          placeholder={working ? 'Reply, or steer while it works…' : 'Write a message…'}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {working && (
          <button type="button" className="stop" disabled={stopping} onClick={onStop}>
            {stopping ? 'Stopping…' : 'Stop'} <KeyHint>Esc</KeyHint>
          </button>
        )}
        <button
          type="button"
          className="send"
          disabled={draft.trim() === '' || sending}
          aria-label={working ? 'Send to the agent at work' : 'Send'}
          onClick={() => void send()}
        >
          <KeyHint>⏎</KeyHint>
        </button>
      </div>
    </footer>
  );
}
