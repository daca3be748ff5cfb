/** What seed 000 shows. */
import { threadOf, timeline } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { ThreadView } from '@toolthread/react';
import { showScenes } from './stage/show-scenes.tsx';

export const scenes = {
  thread: (events: readonly LedgerEvent[]) => <ThreadView thread="seed-000" items={timeline(threadOf(events)).items} />,
};
showScenes(scenes);
