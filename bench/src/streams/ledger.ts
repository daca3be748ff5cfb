import {
  newThread,
  foldThread,
  LEDGER_VERSION,
  timeline,
  type EventDraft,
  type LedgerEvent,
  type Timeline,
} from '@toolthread/core';
import type { Described } from './describe.ts';

const THREAD = 'bench';

/** A step for each text and the call after it. Peers need no events for steps; ours are extra work, and not counted. */
export function toLedger(events: readonly Described[]): LedgerEvent[][] {
  let seq = 0;
  let offset = 0;
  const stamp = (draft: EventDraft): LedgerEvent => {
    seq += 1;
    return { ...draft, v: LEDGER_VERSION, thread: THREAD, seq, at: seq };
  };

  return events.map((event, index) => {
    const at = { step: event.part >> 1, part: event.part & 1 };
    const drafts = draftsOf(event, at, offset);
    offset = event.type.endsWith('.delta') && 'text' in event ? offset + event.text.length : 0;
    const opens = index === 0 || (event.type === 'text.start' && event.part % 2 === 0);
    const closes = event.type === 'tool.output';
    return [
      ...(opens ? [stamp({ type: 'agent.step.started', step: at.step })] : []),
      ...drafts.map(stamp),
      ...(closes ? [stamp({ type: 'agent.step.completed', step: at.step, finish_reason: 'tool_calls' })] : []),
    ];
  });
}

function draftsOf(event: Described, at: { step: number; part: number }, offset: number): EventDraft[] {
  const call = `call-${event.part}`;
  switch (event.type) {
    case 'text.start':
    case 'tool.start':
      return [];
    case 'text.delta':
      return [{ type: 'agent.text.delta', ...at, offset, text: event.text }];
    case 'text.end':
      return [{ type: 'agent.part.completed', ...at, kind: 'text' }];
    case 'tool.delta':
      return [{ type: 'agent.tool.input.delta', ...at, offset, text: event.text }];
    case 'tool.call':
      return [{ type: 'agent.tool.called', ...at, call, name: event.name, arguments: event.arguments }];
    case 'tool.output':
      return [
        { type: 'agent.tool.started', step: at.step, call },
        {
          type: 'agent.tool.completed',
          step: at.step,
          call,
          outcome: 'done',
          parts: [{ type: 'text', text: event.output }],
        },
      ];
  }
}

/** Folds and looks at the timeline after every event; gives the number of described events read. */
export function readWithLedger(events: readonly (readonly LedgerEvent[])[], deadline: number): number {
  let thread = newThread(THREAD);
  let read = 0;
  let seen = 0;
  for (const batch of events) {
    if (performance.now() > deadline) break;
    for (const event of batch) {
      thread = foldThread(thread, event);
      if (lastPart(timeline(thread)) !== undefined) seen += 1;
    }
    read += 1;
  }
  if (seen === 0 || thread.state.anomalies.count > 0) throw new Error('the ledger did not take the stream');
  return read;
}

/** What a page would draw again: a call's arguments as far as they are parsed, or the text as far as it has arrived. */
function lastPart({ items }: Timeline): unknown {
  const item = items.last();
  if (item?.kind === 'answer') return item.segments.last();
  if (item?.kind !== 'group') return item;
  const entry = item.entries.last();
  return entry?.kind === 'call' ? entry.call.input : (entry ?? item.live);
}
