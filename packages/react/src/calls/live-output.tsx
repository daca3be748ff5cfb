import type { Call } from '@toolthread/core';
import type { ReactNode } from 'react';
import { terminalRows } from '../terminal/terminal-rows.ts';
import { TerminalText } from '../terminal/terminal-text.tsx';
import { useLanguage } from '../labels/use-language.ts';

/** What is drawn of the output does not grow with it ([L5]). */
const TAIL_CHARS = 4_000;
const TAIL_ROWS = 8;

/** The end of what a tool has printed so far, while it runs. */
export function LiveOutput({ call }: { readonly call: Call }): ReactNode {
  const { say } = useLanguage();
  if (call.state.name === 'settled' || call.output === '') return null;
  const rows = terminalRows(call.output.slice(-TAIL_CHARS).replace(/\r?\n$/, ''));
  const hidden = rows.length > TAIL_ROWS || call.output.length > TAIL_CHARS;
  return (
    <pre className="tt-result tt-live-output" aria-label={say('Output so far')}>
      {hidden && <span className="tt-result-more">…{'\n'}</span>}
      <TerminalText rows={rows.slice(-TAIL_ROWS)} />
    </pre>
  );
}
