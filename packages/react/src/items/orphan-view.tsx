import type { OrphanItem } from '@toolthread/core';
import { ORPHAN_TEXT, outcomeNote, resultLines, textOfResult, UNKNOWN_TOOL } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { ToolCollapsibleWrapper } from '../tools/tool-collapsible-wrapper.tsx';
import { LongText } from '../text/long-text.tsx';

/**
 * A result whose call is not in the ledger: shown, and said so.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<OrphanView item={exampleItem('orphan')} />).includes('pwd'); //=> true
 */
export function OrphanView({ item: { key, result } }: { readonly item: OrphanItem }): ReactNode {
  const text = textOfResult(result) ?? '';
  const { inline, below } = resultLines(text);
  const note = outcomeNote(result.outcome);
  const hasError = result.outcome === 'failed';
  return (
    <ToolCollapsibleWrapper
      id={key}
      toolName={result.name ?? UNKNOWN_TOOL}
      contextInfo={hasError || note === undefined ? ORPHAN_TEXT : `${ORPHAN_TEXT} · ${note}`}
      description={inline ?? below?.[0] ?? ''}
      hasError={hasError}
    >
      {() => (
        <pre className="tt-result" data-status={result.outcome}>
          <LongText text={text} />
        </pre>
      )}
    </ToolCollapsibleWrapper>
  );
}
