import type { CSSProperties, ReactNode } from 'react';
import { LongText } from '../text/long-text.tsx';
import { rowsText } from './terminal-rows.ts';
import type { TerminalRow, TerminalSpan } from './terminal-rows.ts';
import type { TerminalColor, TerminalStyle } from './terminal-style.ts';

export interface TerminalTextProps {
  readonly rows: readonly TerminalRow[];
  /** Draws this many characters, line ends included; the rest was cut. */
  readonly limit?: number;
}

/** Spans and line ends drawn one by one; the text after them has no colours. */
const MOST_SPANS = 3_000;

/** `<TerminalText rows={terminalRows(output)} />` */
export function TerminalText({ rows, limit = Infinity }: TerminalTextProps): ReactNode {
  const drawn: ReactNode[] = [];
  let left = limit;
  for (const [index, row] of rows.entries()) {
    if (drawn.length + row.length > MOST_SPANS) {
      const rest = `${index > 0 ? '\n' : ''}${rowsText(rows.slice(index))}`;
      return [...drawn, <LongText key="rest" text={rest.slice(0, left)} />];
    }
    if (index > 0) {
      if (left <= 0) break;
      drawn.push('\n');
      left -= 1;
    }
    for (const [place, span] of row.entries()) {
      if (left <= 0) break;
      const text = span.text.slice(0, left);
      left -= text.length;
      drawn.push(<Span key={`${index}.${place}`} span={{ ...span, text }} />);
    }
  }
  return drawn;
}

function Span({ span: { text, style } }: { readonly span: TerminalSpan }): ReactNode {
  const classes = classesOf(style);
  const exact = exactColors(style);
  if (classes === '' && exact === undefined) return <LongText text={text} />;
  return (
    <span className={classes || undefined} style={exact}>
      <LongText text={text} />
    </span>
  );
}

function classesOf(style: TerminalStyle): string {
  const { color, background } = shown(style);
  return [
    typeof color === 'number' && `tt-ansi-${color}`,
    typeof background === 'number' && `tt-ansi-bg-${background}`,
    style.inverse && 'tt-ansi-inverse',
    style.bold && 'tt-ansi-bold',
    style.faint && 'tt-ansi-faint',
    style.italic && 'tt-ansi-italic',
    style.underline && 'tt-ansi-underline',
    style.strike && 'tt-ansi-strike',
  ]
    .filter((name) => name !== false)
    .join(' ');
}

function exactColors(style: TerminalStyle): CSSProperties | undefined {
  const { color, background } = shown(style);
  if (typeof color !== 'string' && typeof background !== 'string') return undefined;
  return {
    ...(typeof color === 'string' ? { color } : {}),
    ...(typeof background === 'string' ? { backgroundColor: background } : {}),
  };
}

interface Shown {
  readonly color: TerminalColor | undefined;
  readonly background: TerminalColor | undefined;
}

function shown({ color, background, inverse }: TerminalStyle): Shown {
  return inverse ? { color: background, background: color } : { color, background };
}
