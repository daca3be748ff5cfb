import type { OrphanItem } from '@toolthread/core';
import { ORPHAN_TEXT, outcomeNote, resultLines, textOfResult, UNKNOWN_TOOL } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { ToolCollapsibleWrapper } from '../tools/tool-collapsible-wrapper.tsx';
import { LongText } from '../text/long-text.tsx';
import { useLanguage } from '../labels/use-language.ts';

/**
 * A result whose call is not in the ledger. It is shown, and the page says so.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<OrphanView item={exampleItem('orphan')} />).includes('pwd'); //=> true
 */
export function OrphanView({ item: { key, result } }: { readonly item: OrphanItem }): ReactNode {
  const language = useLanguage();
  const text = textOfResult(result, language) ?? '';
  const { inline, below } = resultLines(text, { language });
  const note = outcomeNote(result.outcome, language);
  const orphan = language.say(ORPHAN_TEXT);
  const hasError = result.outcome === 'failed';
  return (
    <ToolCollapsibleWrapper
      id={key}
      toolName={result.name ?? language.say(UNKNOWN_TOOL)}
      contextInfo={hasError || note === undefined ? orphan : `${orphan} · ${note}`}
      description={inline ?? below?.split('\n', 1)[0] ?? ''}
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
