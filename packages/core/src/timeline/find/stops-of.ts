import { callStatus } from '../../ledger/call.ts';
import { HUMAN } from '../../ledger/human.ts';
import type { Entry, Item } from '../item.ts';
import { toolKind } from '../lines/tool-kind.ts';
import { walkSources } from './walk-sources.ts';
import type { PlacedSource } from './walk-sources.ts';

/** What a reader goes to next: what somebody asked, what failed, what needed a person, what changed files. */
export type StopKind = 'prompt' | 'failure' | 'question' | 'change';

/**
 * The places of one kind in a timeline, in order.
 *
 * @example
 * import { timeline } from '@toolthread/core';
 * Array.from(stopsOf(timeline(exampleThread).items, 'failure'), ({ source }) => source.kind); //=> ['call']
 */
export function* stopsOf(items: Iterable<Item>, kind: StopKind): Iterable<PlacedSource> {
  for (const placed of walkSources(items)) if (isStop(placed.source, kind)) yield placed;
}

function isStop(source: Item | Entry, kind: StopKind): boolean {
  switch (kind) {
    case 'prompt':
      return source.kind === 'message' && source.author === HUMAN;
    case 'failure':
      return isFailure(source);
    case 'question':
      return source.kind === 'request' || (source.kind === 'call' && source.call.request !== undefined);
    case 'change':
      return source.kind === 'changes' || (source.kind === 'call' && hasChanged(source));
    default:
      return kind satisfies never;
  }
}

/** As it is recorded, never as it sounds ([L3]). */
function isFailure(source: Item | Entry): boolean {
  if (source.kind === 'call') return callStatus(source.call) === 'failed';
  if (source.kind === 'orphan') return source.result.outcome === 'failed';
  if (source.kind === 'answer') return source.state === 'failed';
  return source.kind === 'status' && source.level === 'error';
}

const CHANGING: ReadonlySet<string | undefined> = new Set(['edit', 'write', 'notebook']);

function hasChanged({ call }: Extract<Entry, { kind: 'call' }>): boolean {
  return callStatus(call) === 'done' && CHANGING.has(toolKind(call.name));
}
