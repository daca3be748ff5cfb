/** What seed 000 shows. */
import { threadOf, timeline } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { CollapsibleBlock, collapsibleBlocks, ThreadView, ToolText } from '@toolthread/react';
import { showScenes } from './stage/show-scenes.tsx';

export const scenes = {
  thread: (events: readonly LedgerEvent[]) => <ThreadView thread="seed-000" items={timeline(threadOf(events)).items} />,
  text: ({ text, trace }: { readonly text: string; readonly trace?: unknown }) => (
    <ToolText text={text} trace={trace} />
  ),
  block: ({ kind, count }: { readonly kind: keyof typeof collapsibleBlocks; readonly count?: number }) => (
    <CollapsibleBlock config={collapsibleBlocks[kind]} {...(count === undefined ? {} : { count })}>
      Inside
    </CollapsibleBlock>
  ),
};
showScenes(scenes);
