import { useId } from 'react';
import type { ReactNode } from 'react';
import { CollapsibleBlock } from '../parts/collapsible-block.tsx';
import { StateMark } from '../parts/state-mark.tsx';
import type { MarkState } from '../parts/state-mark.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { useLanguage } from '../labels/use-language.ts';

/** A tool, what is said of its call, and what is in the block. */
export interface ToolCollapsibleWrapperProps {
  /** Under this key it is remembered whether it is open. Absent: it is not remembered. */
  readonly id?: string;
  readonly toolName: string;
  readonly contextInfo?: string;
  readonly description?: string;
  readonly hasError?: boolean;
  readonly defaultOpen?: boolean;
  /** What its mark says. Absent: by `hasError`; and if that is not known yet, nothing. */
  readonly state?: MarkState;
  /** A function if drawing it is not free: it is called only while the block is open. */
  readonly children: ReactNode | (() => ReactNode);
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
  hasError,
  defaultOpen = false,
  state = hasError === undefined ? 'idle' : hasError ? 'failed' : 'done',
  children,
}: ToolCollapsibleWrapperProps): ReactNode {
  const { say } = useLanguage();
  const own = useId();
  const label = (
    <>
      <StateMark state={state} />
      <span className="tt-tool-name">
        <VisibleText text={toolName} />
      </span>{' '}
      {contextInfo !== undefined && contextInfo !== '' && (
        <span className="tt-hint">
          <VisibleText text={contextInfo} />
        </span>
      )}{' '}
      {hasError === true && (
        <span className="tt-chip" data-tone="failed">
          {say('failed')}
        </span>
      )}{' '}
      {description !== undefined && description !== '' && (
        <span className="tt-tool-description">
          <VisibleText text={description} />
        </span>
      )}
    </>
  );
  return (
    <CollapsibleBlock id={id ?? own} className="tt-tool-block" label={label} defaultOpen={defaultOpen}>
      {typeof children === 'function' ? children : () => children}
    </CollapsibleBlock>
  );
}
