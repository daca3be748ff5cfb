import { resultLines, textOfResult } from '@toolthread/core';
import type { OrphanItem } from '@toolthread/core';
import type { ReactNode } from 'react';
import { ToolCollapsibleWrapper } from '../tools/tool-collapsible-wrapper.tsx';
import { LongText } from '../text/long-text.tsx';

/** A result whose call is not in the ledger: shown, and said so. */
export function OrphanView({ item: { key, result } }: { readonly item: OrphanItem }): ReactNode {
  const text = textOfResult(result) ?? '';
  const { inline, below } = resultLines(text);
  return (
    <ToolCollapsibleWrapper
      id={key}
      toolName={result.name ?? 'A result'}
      contextInfo="without its call"
      description={inline ?? below?.[0] ?? result.outcome}
      hasError={result.outcome === 'failed'}
    >
      {() => (
        <pre className="tt-result" data-status={result.outcome}>
          <LongText text={text} />
        </pre>
      )}
    </ToolCollapsibleWrapper>
  );
}
