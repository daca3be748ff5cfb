import { HUMAN } from '../../ledger/human.ts';
import type { Entry, Item } from '../item.ts';

/**
 * Who or what says it: `you`, `answer`, the name of a tool.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * Array.from(timeline(exampleThread).items, whoseOf); //=> ['you', 'group', 'answer']
 */
export function whoseOf(source: Item | Entry): string {
  switch (source.kind) {
    case 'message':
      return source.author === HUMAN ? (source.by ?? 'you') : source.author;
    case 'call':
      return source.call.name;
    case 'orphan':
      return source.result.name ?? 'result';
    case 'compaction':
      return 'summary';
    case 'request':
      return 'question';
    case 'group':
    case 'section':
    case 'reasoning':
    case 'answer':
    case 'status':
    case 'changes':
    case 'commentary':
    case 'discarded':
    case 'gone':
      return source.kind;
    default:
      return source satisfies never;
  }
}
