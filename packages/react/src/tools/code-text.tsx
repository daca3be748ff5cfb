import { Fragment, useMemo } from 'react';
import type { ReactNode } from 'react';
import { CodeSpans } from '../markdown/code-spans.tsx';
import { LongText } from '../text/long-text.tsx';
import { useColouredLines } from './use-coloured-lines.ts';

export interface CodeTextProps {
  readonly text: string;
  readonly language: string | undefined;
}

/** What was read of a file: in colours, the numbers of its lines dim. Until the colours are there, and if there are none, as it is. */
export function CodeText({ text, language }: CodeTextProps): ReactNode {
  const { numbers, code } = useMemo(() => withoutNumbers(text), [text]);
  const lines = useColouredLines(code, language);
  if (lines === undefined) return <LongText text={text} />;
  return lines.map((spans, index) => (
    <Fragment key={index}>
      {index > 0 && '\n'}
      {numbers !== undefined && <span className="tt-line-number">{numbers[index]}</span>}
      <CodeSpans spans={spans} />
    </Fragment>
  ));
}

/** As `cat -n` writes it, and agents with an arrow: `12→let a = 1;` */
const NUMBERED = /^ *\d\d*(?:→|\t)/;

/** The code alone, and what is before its lines where each has a number. */
export function withoutNumbers(text: string): {
  readonly numbers: readonly string[] | undefined;
  readonly code: string;
} {
  if (!NUMBERED.test(text)) return { numbers: undefined, code: text };
  const lines = text.split('\n');
  const numbers = lines.map((line) => NUMBERED.exec(line)?.[0] ?? '');
  const isNumbered = numbers.every((number, index) => number !== '' || lines[index] === '');
  if (!isNumbered) return { numbers: undefined, code: text };
  return { numbers, code: lines.map((line, index) => line.slice(numbers[index]?.length)).join('\n') };
}
