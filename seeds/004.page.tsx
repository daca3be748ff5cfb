/** What seed 004 shows. */
import { threadOf, timeline } from '@toolthread/core';
import type { LedgerEvent } from '@toolthread/core';
import { fromChatMessages } from '@toolthread/core/contract';
import type { ChatMessageInput } from '@toolthread/core/contract';
import { ThreadView } from '@toolthread/react';
import { showScenes } from './stage/show-scenes.tsx';

export const scenes = {
  thread: (events: readonly LedgerEvent[]) => <ThreadView thread="seed-004" items={timeline(threadOf(events)).items} />,
  chat: (messages: readonly ChatMessageInput[]) => (
    <ThreadView thread="seed-004" items={timeline(threadOf(fromChatMessages(messages))).items} />
  ),
};
showScenes(scenes);
