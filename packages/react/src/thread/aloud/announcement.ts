import type { Item, RequestItem } from '@toolthread/core';
import { changesText, groupHeader, headerCounts, requestTitle, statusText } from '@toolthread/core/lines';
import type { GroupHeader } from '@toolthread/core/lines';
import type { Language } from '@toolthread/core/text';
import type { Phrase } from '../../labels/phrase.ts';
import { isForReader } from '../../requests/is-for-reader.ts';
import type { OpenCard } from '../../requests/open-cards.ts';

/**
 * What a screen reader says when an item changed: boundaries only, never words as they stream.
 * Undefined: nothing that is worth an interruption. `reader`: what they may do.
 */
export function announcement(
  before: Item | undefined,
  after: Item,
  language: Language<Phrase>,
  reader: Reader = {},
): string | undefined {
  const { say } = language;
  if (before === after) return undefined;
  switch (after.kind) {
    case 'group': {
      const [old, now] = [before?.kind === 'group' ? groupHeader(before) : undefined, groupHeader(after, language)];
      if (now === undefined || old?.state === now.state) return undefined;
      return now.state === 'thinking' || now.state === 'working' ? now.label : callsText(now, language);
    }
    case 'answer':
      if (before?.kind !== 'answer') return say(after.state === 'streaming' ? 'Answering' : 'Answer complete');
      return before.state === after.state ? undefined : say('Answer complete');
    case 'request':
      return before?.kind === 'request' ? undefined : waitingText(after, language, reader);
    case 'status':
      return before === undefined ? statusText(after, language) : undefined;
    case 'changes':
      return before === undefined ? changesText(after, language) : undefined;
    case 'section':
      return announcement(
        before?.kind === 'section' ? before.items.last() : undefined,
        after.items.last() ?? gone(after),
        language,
        reader,
      );
    case 'message':
    case 'reasoning':
    case 'compaction':
    case 'orphan':
    case 'gone':
      return undefined;
    default:
      return after satisfies never;
  }
}

/** What is said while somebody waits for the reader: that is part of it, whatever else has happened. */
export function withWaiting(
  said: string,
  cards: readonly OpenCard[],
  language: Language<Phrase>,
  reader: Reader = {},
): string {
  const first = cards.find(({ item }) => isForReader(reader, item.request));
  if (first === undefined || said.startsWith(language.say('Waiting for you: {title}', { title: '' }))) return said;
  return `${said}. ${waitingText(first.item, language, reader)}`;
}

type Reader = Parameters<typeof isForReader>[0];

function waitingText(item: RequestItem, language: Language<Phrase>, reader: Reader): string {
  const title = requestTitle(item, language);
  return isForReader(reader, item.request)
    ? language.say('Waiting for you: {title}', { title })
    : language.say('Waiting for others: {title}', { title });
}

function callsText(header: GroupHeader, language: Language): string {
  const counts = headerCounts(header, language).map(({ text }) => text);
  return [language.count(header.calls, 'tool call'), ...counts].join(', ');
}

function gone({ key, at }: Item): Item {
  return { kind: 'gone', key, at };
}
