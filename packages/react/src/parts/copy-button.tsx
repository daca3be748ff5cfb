import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useLanguage } from '../labels/use-language.ts';

/** What is copied, and what the button is called. */
export interface CopyButtonProps {
  /** A function if making the text is not free. */
  readonly text: string | (() => string);
  readonly label: string;
}

/**
 * Copies the text as it is, byte for byte, whatever the page shows in its place.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<CopyButton text="npm test" label="Copy" />).includes('Copy'); //=> true
 */
export function CopyButton({ text, label }: CopyButtonProps): ReactNode {
  const { say } = useLanguage();
  const [state, setState] = useState<'ready' | 'copied' | 'failed'>('ready');
  useEffect(() => {
    if (state === 'ready') return undefined;
    const timer = setTimeout(() => setState('ready'), 1_500);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = (): void => {
    const value = typeof text === 'string' ? text : text();
    navigator.clipboard.writeText(value).then(
      () => setState('copied'),
      () => setState('failed'),
    );
  };
  const words = { ready: label, copied: say('Copied'), failed: say('Not copied') };
  return (
    <button type="button" className="tt-link-button" onClick={copy}>
      <span aria-live="polite">{words[state]}</span>
    </button>
  );
}
