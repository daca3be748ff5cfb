import type { ChangesItem } from '@toolthread/core';
import { changeLines, changesText } from '@toolthread/core/lines';
import type { ReactNode } from 'react';
import { CollapsibleBlock } from '../parts/collapsible-block.tsx';
import { VisibleText } from '../text/visible-text.tsx';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { ChangedFiles } from './changed-files.tsx';
import { UndoButton } from './undo-button.tsx';

/**
 * What the work above changed in the workspace: one line, its diff when opened, and the way back.
 *
 * @example
 * import { renderToStaticMarkup } from 'react-dom/server';
 * renderToStaticMarkup(<ChangesLine item={exampleItem('changes')} />).includes('tt-changes'); //=> true
 */
export function ChangesLine({ item }: { readonly item: ChangesItem }): ReactNode {
  const { diff } = useThreadSettings().actions;
  return (
    <CollapsibleBlock
      id={item.key}
      className="tt-changes"
      label={<span className="tt-changes-label">{changesText(item)}</span>}
      hints={diff === undefined ? files : diffs}
      aside={<UndoButton item={item} />}
    >
      {() => (diff === undefined ? <FileList item={item} /> : <ChangedFiles item={item} diff={diff} />)}
    </CollapsibleBlock>
  );
}

const files = { show: '(show files)', hide: '(hide files)' };
const diffs = { show: '(show diff)', hide: '(hide diff)' };

/** Names and counts: all that the ledger itself knows. */
function FileList({ item }: { readonly item: ChangesItem }): ReactNode {
  return (
    <pre className="tt-result">
      <VisibleText text={changeLines(item).join('\n')} />
    </pre>
  );
}
