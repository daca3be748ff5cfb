import { callResult, callStatus } from '@toolthread/core';
import type { Call } from '@toolthread/core';
import { resultLines, resultText } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { isTerminalText, rowsText, terminalRows } from '../terminal/terminal-rows.ts';
import type { TerminalRow } from '../terminal/terminal-rows.ts';
import { TerminalText } from '../terminal/terminal-text.tsx';
import { LongText } from '../text/long-text.tsx';
import { useOpened } from '../thread/use-opened.ts';
import type { ToolRenderer } from './tool-renderer.ts';

/** The words of a result as they stand in the group, and what a terminal would make of them. */
export interface Words {
  readonly text: string;
  readonly rows: readonly TerminalRow[] | undefined;
  readonly inline: string | undefined;
  /** How much of the text is shown below, in UTF-16 units. */
  readonly shown: number;
  readonly marker: string | undefined;
}

/** Undefined where a settled call has nothing to say. */
export function wordsOf(call: Call, renderer: ToolRenderer | undefined): Words | undefined {
  const written = renderer?.words === undefined ? resultText(call) : renderer.words(call);
  if (written === undefined || callResult(call) === undefined) return undefined;
  const rows = isTerminalText(written) ? terminalRows(written) : undefined;
  const text = rows === undefined ? written.replaceAll('\r\n', '\n') : rowsText(rows);
  const { inline, below, marker } = resultLines(text, { fullSize: callResult(call)?.fullSize });
  const shown = below?.join('\n').length ?? 0;
  return { text, rows, inline, shown, marker };
}

interface ToolWordsProps {
  readonly call: Call;
  readonly renderer: ToolRenderer | undefined;
}

/** What does not fit on the call's line: below it, cut, and all of it one click away. */
export function ToolWords({ call, renderer }: ToolWordsProps): ReactNode {
  const [all, setAll] = useOpened(`${call.place}:all`);
  const words = wordsOf(call, renderer);
  if (words === undefined || words.inline !== undefined || words.text.trim() === '') return null;
  const limit = all ? words.text.length : words.shown;
  return (
    <pre className="tt-result" data-status={callStatus(call)}>
      {words.rows === undefined ? (
        <LongText text={words.text.slice(0, limit)} />
      ) : (
        <TerminalText rows={words.rows} limit={limit} />
      )}
      {words.marker !== undefined && (
        <span className="tt-result-more">
          {all ? '' : words.marker}
          <button type="button" className="tt-link-button" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show less' : 'Show all'}
          </button>
        </span>
      )}
    </pre>
  );
}
