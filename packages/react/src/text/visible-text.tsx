import { textOf } from '@toolthread/core/json';
import { visibleRuns } from '@toolthread/core/text';
import type { TextRun } from '@toolthread/core/text';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { useLanguage } from '../labels/use-language.ts';

/**
 * Foreign text, drawn so that nothing in it hides.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<VisibleText text={'a\u202eb'} />).includes('tt-hidden-character'); //=> true
 */
export function VisibleText({ text }: { readonly text: string }): ReactNode {
  // It may come from another back end's JSON, whatever its type says.
  return drawRuns(visibleRuns(textOf(text) ?? ''));
}

/** If there are more pieces, the rest is one piece: a text made of hidden characters must not block the page. */
const MOST_RUNS = 1000;

/** What is said of hidden characters is set apart from the words around it. */
export function drawRuns(runs: readonly TextRun[], plain: (text: string) => ReactNode = asItIs): ReactNode {
  const [first] = runs;
  if (runs.length === 1 && first?.kind === 'plain') return plain(first.text);
  if (runs.length > MOST_RUNS) return plain(runs.map(({ text }) => text).join(''));
  return runs.map((run, index) =>
    run.kind === 'plain' ? <Fragment key={index}>{plain(run.text)}</Fragment> : <Hidden key={index} text={run.text} />,
  );
}

function asItIs(text: string): ReactNode {
  return text;
}

function Hidden({ text }: { readonly text: string }): ReactNode {
  const { say } = useLanguage();
  return (
    <span className="tt-hidden-character" title={say('Not part of the text: it marks invisible characters')}>
      {text}
    </span>
  );
}
