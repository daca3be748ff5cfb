import type { KeyboardEvent, ReactNode } from 'react';
import { KeyHint } from '../parts/key-hint.tsx';
import { isComposing } from '../text/is-composing.ts';
import type { ActionOutcome } from '../thread/actions/thread-actions.ts';
import { useAction } from '../thread/actions/use-action.ts';
import { useLanguage } from '../labels/use-language.ts';
import { MessageField } from '../parts/message-field.tsx';

export interface MessageEditorProps {
  readonly text: string;
  /** The words may still take the place of the old ones; else they can only be said again. */
  readonly queued: boolean;
  /** What went wrong before the editor was opened. */
  readonly problem?: string | undefined;
  onChange(text: string): void;
  onSave(text: string): ActionOutcome;
  readonly onSayAnew: ((text: string) => ActionOutcome) | undefined;
  onClose(): void;
}

/** Other words for a message. Whatever the server says, what was written stays until the person closes it. */
export function MessageEditor(props: MessageEditorProps): ReactNode {
  const { text, queued, onChange, onSave, onSayAnew, onClose } = props;
  const { busy, problem = props.problem, run } = useAction();
  const { say } = useLanguage();
  const empty = text.trim() === '';
  const leave = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
    // Only the editor: the same key would stop the agent.
    event.stopPropagation();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return;
    event.preventDefault();
    if (!empty && queued) run(() => onSave(text), onClose);
  };
  return (
    <div className="tt-editor" onKeyDown={leave}>
      <MessageField text={text} onChange={onChange} onKeyDown={onKeyDown} />
      <div className="tt-editor-foot">
        {queued && (
          <button
            type="button"
            className="tt-link-button"
            disabled={busy || empty}
            onClick={() => run(() => onSave(text), onClose)}
          >
            {say('Save')} <KeyHint>⏎</KeyHint>
          </button>
        )}
        {!queued && onSayAnew !== undefined && (
          <button
            type="button"
            className="tt-link-button"
            disabled={busy || empty}
            onClick={() => run(() => onSayAnew(text), onClose)}
          >
            {say('Send as a new message')}
          </button>
        )}
        <button type="button" className="tt-link-button" onClick={onClose}>
          {say('Cancel')} <KeyHint>Esc</KeyHint>
        </button>
        <span className="tt-problem" role="alert">
          {problem ?? (queued ? '' : say('The agent has already read this message. Your changes are kept here.'))}
        </span>
      </div>
    </div>
  );
}
