import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { bounded } from '../parts/bounded.tsx';
import { terminalRows } from './terminal-rows.ts';
import { TerminalText } from './terminal-text.tsx';

/** The output of a program. */
export interface TerminalProps {
  readonly text: string;
}

/**
 * What a terminal would show of a program's output: its colours, and of a progress bar the last state. Nothing in it acts.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<Terminal text={'10%\r20%'} />).includes('10%'); //=> false
 */
export function Terminal(props: TerminalProps): ReactNode {
  return bounded(props.text, <TerminalRows {...props} />);
}

/** In plain JavaScript no compiler has looked at it: an output that is not shown must not look like one that is empty. */
function stringOf(text: unknown): string {
  if (typeof text !== 'string') throw new TypeError('text must be a string.');
  return text;
}

function TerminalRows({ text }: TerminalProps): ReactNode {
  const rows = useMemo(() => terminalRows(stringOf(text)), [text]);
  return (
    <pre className="tt-root tt-result tt-terminal">
      <TerminalText rows={rows} />
    </pre>
  );
}
