import type { ReactNode } from 'react';
import { CollapsibleBlock } from '../parts/collapsible-block.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import { VisibleText } from '../text/visible-text.tsx';

export interface ToolCollapsibleWrapperProps {
  readonly id: string;
  readonly toolName: string;
  readonly contextInfo?: string;
  readonly description?: string;
  readonly hasError?: boolean;
  readonly defaultOpen?: boolean;
  readonly children: () => ReactNode;
}

/**
 * A tool's block that stands alone, outside of a group.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<ToolCollapsibleWrapper id="t1" toolName="pwd">{() => '/app'}</ToolCollapsibleWrapper>).includes('pwd'); //=> true
 */
export function ToolCollapsibleWrapper({
  id,
  toolName,
  contextInfo,
  description,
  hasError = false,
  defaultOpen = false,
  children,
}: ToolCollapsibleWrapperProps): ReactNode {
  const label = (
    <>
      <StateMark state={hasError ? 'failed' : 'done'} />
      <span className="tt-tool-name">
        <VisibleText text={toolName} />
      </span>
      {contextInfo !== undefined && (
        <span className="tt-hint">
          <VisibleText text={contextInfo} />
        </span>
      )}
      {hasError && (
        <span className="tt-chip" data-tone="failed">
          failed
        </span>
      )}
      {description !== undefined && (
        <span className="tt-tool-description">
          <VisibleText text={description} />
        </span>
      )}
    </>
  );
  return (
    <CollapsibleBlock id={id} className="tt-tool-block" label={label} defaultOpen={defaultOpen}>
      {children}
    </CollapsibleBlock>
  );
}
