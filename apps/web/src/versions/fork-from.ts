import { forkThread } from '@toolthread/client';
import { type ThreadState, titleOf } from '@toolthread/core';
import { keepDraft } from '@toolthread/react';
import type { PageLanguage } from '../labels/use-page-language.ts';
import { server } from '../page/server.ts';
import { goTo } from '../page/use-route.ts';

interface ForkPlace {
  readonly upTo: number;
  /** They wait in the composer of the fork. */
  readonly words: string;
  readonly say: PageLanguage['say'];
}

/** The server takes titles of up to 300 characters. */
const LONGEST_TITLE = 280;

/** Another thread with the history up to an event, which is shown next; or a message that says why there is none. */
export async function forkFrom(state: ThreadState, { upTo, words, say }: ForkPlace): Promise<string | undefined> {
  const named = say('Fork: {title}', { title: titleOf(state)?.slice(0, LONGEST_TITLE) || say('New thread') });
  const forked = await forkThread(server, state.id, { upTo, title: named });
  if (!forked.ok) return forked.error.message;
  keepDraft(forked.value.id, words);
  goTo(forked.value.id);
  return undefined;
}
