import '@toolthread/react/styles.css';
import { LedgerWriter } from '@toolthread/core';
import { ThreadView } from '@toolthread/react';
import { createElement } from 'react';
import { benchThread } from './draw-thread.mjs';

const NOTHING = { made: 0, settled: 0, length: 0 };
let ledger = new LedgerWriter('bench', {});
let events = [];
/** How many turns are whole, and how much of the next one was told. */
let whole = 0;
let told = NOTHING;

benchThread((turns, newest) => {
  // A thread that is opened again begins again.
  if (newest === undefined && turns.length <= whole) {
    ledger = new LedgerWriter('bench', {});
    events = [];
    whole = 0;
  }
  while (whole < turns.length) {
    const turn = turns[whole];
    tell(turn, { made: turn.calls.length, settled: turn.calls.length, length: turn.answer.length });
    whole += 1;
    told = NOTHING;
  }
  if (newest !== undefined) tell(newest.turn, newest.state);
  events = [...events, ...ledger.take()];
  return createElement(ThreadView, { events, thread: 'bench' });
});

/** What is new of a turn, as events. */
function tell(turn, { made, settled, length }) {
  const step = 2 * whole;
  if (told.made === 0) {
    ledger.write({
      type: 'message.posted',
      author: '@human',
      delivery: 'now',
      parts: [{ type: 'text', text: turn.prompt }],
    });
    ledger.write({ type: 'agent.step.started', step });
    ledger.write({ type: 'agent.part.completed', step, part: 0, kind: 'text', text: turn.commentary });
  }
  for (let index = told.made; index < made; index += 1) {
    const { id, name, args } = turn.calls[index];
    ledger.write({ type: 'agent.tool.called', step, part: index + 1, call: id, name, arguments: JSON.stringify(args) });
  }
  for (let index = told.settled; index < settled; index += 1) {
    const { id, result } = turn.calls[index];
    ledger.write({
      type: 'agent.tool.completed',
      step,
      call: id,
      outcome: 'done',
      parts: [{ type: 'text', text: result }],
    });
  }
  if (told.length === 0 && length > 0) {
    ledger.write({ type: 'agent.step.completed', step, finish_reason: 'tool_calls' });
    ledger.write({ type: 'agent.step.started', step: step + 1 });
  }
  if (length > told.length) {
    const text = turn.answer.slice(told.length, length);
    ledger.write({ type: 'agent.text.delta', step: step + 1, part: 0, offset: told.length, text });
  }
  if (length === turn.answer.length && told.length < length) {
    ledger.write({ type: 'agent.part.completed', step: step + 1, part: 0, kind: 'text' });
    ledger.write({ type: 'agent.step.completed', step: step + 1, finish_reason: 'stop' });
  }
  told = { made, settled, length };
}
