import { changesText, fileChangeText } from '@toolthread/core';
import type { ChangesItem } from '@toolthread/core';
import type { ReactNode } from 'react';
import { CollapsibleBlock } from '../parts/collapsible-block.tsx';
import { VisibleText } from '../text/visible-text.tsx';

/** What the work above changed in the workspace. */
export function ChangesLine({ item }: { readonly item: ChangesItem }): ReactNode {
  return (
    <CollapsibleBlock
      id={item.key}
      className="tt-changes"
      label={<span className="tt-changes-label">{changesText(item)}</span>}
      hints={{ show: '(show files)', hide: '(hide files)' }}
    >
      {() => (
        <pre className="tt-result">
          <VisibleText text={item.files.map(fileChangeText).join('\n')} />
        </pre>
      )}
    </CollapsibleBlock>
  );
}
