import { callArguments, callName } from '@toolthread/core/lines';
import { ellipsis } from '@toolthread/core/text';
import type { ReactNode } from 'react';
import { VisibleText } from '../text/visible-text.tsx';
import type { ToolView } from '../tools/tool-view.ts';

/** As long as arguments may be. */
const MOST_LETTERS = 1200;

/** The name in ink, what it is about softer, and a few words of the renderer's. */
export function CallSignature({ view }: { readonly view: ToolView }): ReactNode {
  const { label, contextInfo, description, props } = view;
  const context = contextInfo === undefined ? callArguments(props.call).text : ellipsis(contextInfo, MOST_LETTERS);
  return (
    <>
      <VisibleText text={label ?? callName(props.call)} />
      {contextInfo !== '' && (
        <span className="tt-arguments">
          <VisibleText text={`(${context})`} />
        </span>
      )}
      {description !== undefined && (
        <span className="tt-call-description">
          {' '}
          <VisibleText text={ellipsis(description, MOST_LETTERS)} />
        </span>
      )}
    </>
  );
}
