import { callStatus } from '@toolthread/core';
import type { Call } from '@toolthread/core';
import { parsedJson } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { JsonView } from '../parts/json-view.tsx';
import { TerminalText } from '../terminal/terminal-text.tsx';
import { useOpened } from '../thread/use-opened.ts';
import { CodeText } from './code-text.tsx';
import type { Words } from './words-of.ts';
import { useLanguage } from '../labels/use-language.ts';

interface ToolWordsProps {
  readonly call: Call;
  readonly words: Words | undefined;
  /** The result stands whole below: its beginning is not said twice. */
  readonly wholeBelow?: boolean | undefined;
}

/** What does not fit on the call's line: below it, cut, and all of it one click away. */
export function ToolWords({ call, words, wholeBelow = false }: ToolWordsProps): ReactNode {
  const { say } = useLanguage();
  const [all, setAll] = useOpened(`${call.place}:all`);
  const data = useMemo(() => (words?.inline === undefined ? dataIn(words?.text ?? '') : undefined), [words]);
  if (words === undefined || words.inline !== undefined || words.text.trim() === '') return null;
  if (data !== undefined) {
    return (
      <div className="tt-result" data-status={callStatus(call)}>
        <JsonView value={data} defaultOpen />
      </div>
    );
  }
  if (wholeBelow && !all && words.marker !== undefined) return null;
  const limit = all ? words.text.length : words.shown;
  return (
    <pre className="tt-result" data-status={callStatus(call)}>
      <Printed {...words} limit={limit} />
      {words.marker !== undefined && (
        <span className="tt-result-more">
          {all ? '' : `${words.marker} `}
          <button type="button" className="tt-link-button" aria-expanded={all} onClick={() => setAll(!all)}>
            {say(all ? 'Show less' : 'Show all')}
          </button>
        </span>
      )}
      {!all && words.tail !== undefined && <Printed {...words} {...words.tail} />}
    </pre>
  );
}

type PrintedProps = Pick<Words, 'text' | 'rows' | 'language'> & { readonly limit?: number };

function Printed({ text, rows, language, limit }: PrintedProps): ReactNode {
  if (rows !== undefined) return <TerminalText rows={rows} {...(limit === undefined ? {} : { limit })} />;
  return <CodeText text={text.slice(0, limit)} language={language} />;
}

/** A longer text is drawn as it is: it is not read only to be drawn. */
const MOST_READ = 262_144;

/** A result that is a list or an object, whatever its tool: it can be opened where one looks, and no quote in it is escaped. */
function dataIn(text: string): Json | undefined {
  if (text.length > MOST_READ || !/^\s*[[{]/.test(text)) return undefined;
  const value = parsedJson(text);
  return typeof value === 'object' && value !== null ? value : undefined;
}
