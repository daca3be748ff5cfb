import type { KeyboardEvent, ReactElement } from 'react';
import { useLanguage } from '../labels/use-language.ts';

interface MessageFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
}

/** Where a message that was said is written otherwise: the cursor is at its end. */
export function MessageField({ text, onChange, onKeyDown }: MessageFieldProps): ReactElement {
  const { say } = useLanguage();
  return (
    <textarea
      className="tt-input"
      aria-label={say('Edit message')}
      rows={1}
      autoFocus
      value={text}
      onFocus={(event) => event.currentTarget.setSelectionRange(text.length, text.length)}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}
