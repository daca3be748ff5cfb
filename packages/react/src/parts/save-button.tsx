import { useState } from 'react';
import type { ReactNode } from 'react';
import { useLanguage } from '../labels/use-language.ts';

export interface SaveButtonProps {
  readonly name: string | undefined;
  /** Asked when somebody wants the file, not before. */
  readonly address: () => Promise<string | undefined>;
}

/** Hands a file to the browser, which asks or saves as its owner likes. */
export function SaveButton({ name, address }: SaveButtonProps): ReactNode {
  const { say } = useLanguage();
  const [state, setState] = useState<'ready' | 'loading' | 'failed'>('ready');
  const save = async (): Promise<void> => {
    setState('loading');
    const found = await address().catch(() => undefined);
    setState(found === undefined ? 'failed' : 'ready');
    if (found === undefined) return;
    const link = document.createElement('a');
    link.href = found;
    link.download = name ?? '';
    link.click();
  };
  const words = { ready: 'Save', loading: 'Saving…', failed: 'Not saved: try again' } as const;
  return (
    <button type="button" className="tt-link-button" disabled={state === 'loading'} onClick={() => void save()}>
      <span aria-live="polite">{say(words[state])}</span>
    </button>
  );
}
