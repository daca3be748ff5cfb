import { callResult, timeline } from '@toolthread/core';
import type { Call, ContentPart, Entry, Item, Thread } from '@toolthread/core';
import { callText } from './token.ts';
import type { Token } from './token.ts';

/** What a person sees of a thread, in the order it is drawn. */
export function drawnTokens(thread: Pick<Thread, 'drawn'>): readonly Token[] {
  return [...timeline(thread).items].flatMap((item) => tokensOf(item, ''));
}

function tokensOf(item: Item, lane: string): readonly Token[] {
  switch (item.kind) {
    case 'message':
      // A child run is asked by the agent that started it.
      return item.author === '@human' || lane.startsWith('child:') ? spoken('user', contentText(item.parts), lane) : [];
    case 'group':
    case 'reasoning':
      return [...item.entries].flatMap((entry) => entryTokens(entry, lane));
    case 'answer':
      return [...item.segments].flatMap((segment) =>
        spoken('words', segment.kind === 'text' ? segment.text : contentText([segment.content]), lane),
      );
    case 'compaction':
      return spoken('summary', item.summary, lane);
    case 'section':
      return [...item.items].flatMap((inner) => tokensOf(inner, item.scope));
    case 'request':
    case 'status':
    case 'changes':
    case 'orphan':
    case 'gone':
      return [];
    default:
      return item satisfies never;
  }
}

function entryTokens(entry: Entry, lane: string): readonly Token[] {
  switch (entry.kind) {
    case 'commentary':
      return spoken('words', entry.text, lane);
    case 'reasoning':
      return spoken('reasoning', entry.text, lane);
    case 'call':
      return [
        callToken(entry.call, lane),
        ...entry.children.flatMap((child) => [...child.items].flatMap((item) => tokensOf(item, child.scope))),
      ];
    case 'discarded':
    case 'gone':
      return [];
    default:
      return entry satisfies never;
  }
}

function callToken(call: Call, lane: string): Token {
  const result = callResult(call);
  const words = result === undefined ? undefined : contentText(result.parts);
  return { lane, kind: 'call', text: callText(call.name, call.arguments), result: words };
}

function spoken(kind: Token['kind'], text: string, lane: string): readonly Token[] {
  return text.trim() === '' ? [] : [{ lane, kind, text }];
}

/** Images and files have no words to compare. */
function contentText(parts: readonly ContentPart[]): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}
