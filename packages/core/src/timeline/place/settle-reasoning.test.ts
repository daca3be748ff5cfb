import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../../ledger/ledger-event.ts';
import { LedgerWriter } from '../../ledger/ledger-writer.ts';
import { renderText } from '../../blocks/render-text.ts';
import { threadOf, timeline } from '../timeline.ts';

const WORKED: readonly EventDraft[] = [
  { type: 'agent.status', status: 'running' },
  { type: 'agent.step.started', step: 1 },
  { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'ls', arguments: '{}' },
  { type: 'agent.tool.completed', step: 1, call: 'c', outcome: 'done' },
  { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
  { type: 'agent.step.started', step: 2 },
  { type: 'agent.reasoning.delta', step: 2, part: 0, offset: 0, text: 'The linter' },
];
const more: EventDraft = { type: 'agent.reasoning.delta', step: 2, part: 0, offset: 10, text: ' may' };

function drawn(...after: readonly EventDraft[]): string {
  const ledger = new LedgerWriter('t');
  for (const draft of [...WORKED, ...after]) ledger.write(draft);
  return renderText(timeline(threadOf(ledger.events)), { form: 'expanded' });
}

describe('[L3] reasoning that was cut off', () => {
  it('is being thought while it comes', () => {
    expect(drawn()).toContain('Thinking…\n    The linter');
  });

  it.each<[string, ...EventDraft[]]>([
    ['its step was aborted', { type: 'agent.step.completed', step: 2, finish_reason: 'aborted' }],
    ['more of it came after that', { type: 'agent.step.completed', step: 2, finish_reason: 'aborted' }, more],
    [
      'the next step is at work',
      { type: 'agent.step.completed', step: 2, finish_reason: 'aborted' },
      { type: 'agent.step.started', step: 3 },
    ],
    ['its run was stopped', { type: 'agent.status', status: 'cancelled' }],
    ['its run failed', { type: 'agent.status', status: 'failed' }],
    ['its thread was closed', { type: 'thread.closed' }],
  ])('is thought no more where %s', (_, ...after) => {
    const text = drawn(...after);
    expect(text).toContain('Reasoning\n    The linter');
    expect(text).not.toContain('Thinking…\n    The linter');
  });
});
