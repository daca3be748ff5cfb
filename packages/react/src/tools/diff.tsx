import { ellipsis } from '@toolthread/core/text';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { CodeSpans } from '../markdown/code-spans.tsx';
import type { CodeSpan } from '../markdown/highlight.ts';
import { PartBoundary } from '../parts/part-boundary.tsx';
import { LongText } from '../text/long-text.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { useStill } from '../thread/use-still.ts';
import { useColouredLines } from './use-coloured-lines.ts';
import { diffRows } from './diff-rows.ts';
import type { DiffRow, DiffRows } from './diff-rows.ts';
import { useLanguage } from '../labels/use-language.ts';

/** A patch, and the words around it. */
export interface DiffProps {
  /** A unified patch of one file. */
  readonly patch: string;
  /** What is above it: the file, and what became of it. */
  readonly caption?: string | undefined;
  /** What is below it. */
  readonly note?: string | undefined;
  /** What its lines are written in, as a fence of code names it: `ts`. Absent: they are not coloured. */
  readonly language?: string | undefined;
}

/**
 * The lines that a patch adds and removes; of a long one the first, and the rest by a click.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<Diff caption="lint.ts" patch={'@@ -1 +1 @@\n-a\n+b'} />).includes('data-kind="added"'); //=> true
 */
export function Diff({ patch, caption, note, language }: DiffProps): ReactNode {
  return (
    <PartBoundary about={patch}>
      <RowsView caption={caption} text={patch} read={diffRows} note={note} language={language} />
    </PartBoundary>
  );
}

export interface RowsViewProps {
  readonly caption: string | undefined;
  readonly text: string;
  /** The first rows of the text, and how many are left. */
  readonly read: (text: string, most: number) => DiffRows;
  readonly note?: string | undefined;
  readonly language: string | undefined;
}

/** Rows shown at first, and by each click. */
const SHOWN = 40;
const STEP = 500;
/** A file without a script has all of them: so many as rows, each of which is a hundred letters of markup, and the others as one text. */
const MOST_STILL = 1000;
/** Of a caption: a path may be as long as a model likes. */
const MOST_LETTERS = 1200;

export function RowsView({ caption, text, read, note, language }: RowsViewProps): ReactNode {
  const { say, count } = useLanguage();
  const [most, setMost] = useState(SHOWN);
  const still = useStill();
  const { rows, left, rest } = useMemo(() => read(text, still ? MOST_STILL : most), [read, text, most, still]);
  const coloured = useColouredRows(rows, language);
  return (
    <figure className="tt-root tt-diff">
      {caption !== undefined && (
        <figcaption>
          <VisibleText text={ellipsis(caption, MOST_LETTERS)} />
        </figcaption>
      )}
      {rows.length > 0 && (
        <pre tabIndex={0}>
          {rows.map((row, index) => (
            <Row key={index} row={row} spans={coloured[index]} />
          ))}
          {still && <VisibleText text={rest} />}
        </pre>
      )}
      {left > 0 && !still && (
        <p className="tt-result-more">
          {`... (${count(left, 'more line')}) `}
          <button type="button" className="tt-link-button" onClick={() => setMost(most + STEP)}>
            {left > STEP ? say('Show {n}', { n: STEP }) : say('Show all')}
          </button>
        </p>
      )}
      {note !== undefined && <p className="tt-hint">{note}</p>}
    </figure>
  );
}

const signs = { same: ' ', added: '+', removed: '-', hunk: '' } as const;

/** The text before a change and the text after it are each coloured for themselves. */
function useColouredRows(
  rows: readonly DiffRow[],
  language: string | undefined,
): readonly (readonly CodeSpan[] | undefined)[] {
  const isRemoved = ({ kind }: DiffRow): boolean => kind === 'removed';
  const isThere = ({ kind }: DiffRow): boolean => kind === 'same' || kind === 'added';
  const before = useColouredLines(
    useMemo(() => sideOf(rows, isRemoved), [rows]),
    language,
  );
  const after = useColouredLines(
    useMemo(() => sideOf(rows, isThere), [rows]),
    language,
  );
  return useMemo(() => {
    const [removed, there] = [[...(before ?? [])], [...(after ?? [])]];
    return rows.map((row) => (isRemoved(row) ? removed.shift() : isThere(row) ? there.shift() : undefined));
  }, [rows, before, after]);
}

function sideOf(rows: readonly DiffRow[], isOf: (row: DiffRow) => boolean): string | undefined {
  const side = rows.filter(isOf);
  return side.length === 0 ? undefined : side.map(({ text }) => text).join('\n');
}

interface RowProps {
  readonly row: DiffRow;
  readonly spans: readonly CodeSpan[] | undefined;
}

function Row({ row, spans }: RowProps): ReactNode {
  return (
    <span className="tt-diff-row" data-kind={row.kind}>
      <span className="tt-diff-number" aria-hidden="true">
        {row.after ?? row.before ?? ''}
      </span>
      {signs[row.kind]}
      {row.kind !== 'hunk' && ' '}
      {spans === undefined ? <LongText text={row.text} /> : <CodeSpans spans={spans} />}
      {'\n'}
    </span>
  );
}
