import type { ReactNode, RefObject } from 'react';
import { usePageLanguage } from '../labels/use-page-language.ts';
import { addWords } from './write-words.ts';

export interface LeftWordsProps {
  /** What was said before somebody took it back. */
  readonly words: string;
  readonly input: RefObject<HTMLTextAreaElement | null>;
  onDone(): void;
}

/** Somebody took a message back while something else was being written: that stays, and the message is a click away. */
export function LeftWords({ words, input, onDone }: LeftWordsProps): ReactNode {
  const { say } = usePageLanguage();
  const add = (): void => {
    addWords(input.current, words);
    onDone();
  };
  const dismiss = (): void => {
    input.current?.focus();
    onDone();
  };
  return (
    <p className="left-words" role="status">
      {say('Your draft was kept. The message that you took back was not put into it.')}{' '}
      <button type="button" className="tt-link-button" title={words.slice(0, 300)} onClick={add}>
        {say('Add it to the draft')}
      </button>{' '}
      <button type="button" className="tt-link-button" onClick={dismiss}>
        {say('Dismiss')}
      </button>
    </p>
  );
}
