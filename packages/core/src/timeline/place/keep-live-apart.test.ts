import { expect, it } from 'vitest';
import type { EventDraft } from '../../ledger/ledger-event.ts';
import { LedgerWriter } from '../../ledger/ledger-writer.ts';
import { renderText } from '../../blocks/render-text.ts';
import { threadOf, timeline } from '../timeline.ts';

const BEGUN: readonly EventDraft[] = [
  { type: 'agent.status', status: 'running', run: 'r1' },
  { type: 'agent.step.started', step: 1, run: 'r1' },
  { type: 'agent.text.delta', step: 1, part: 0, offset: 0, text: 'The linter' },
];
const said = (author: string, delivery: 'now' | 'steer'): EventDraft => {
  return { type: 'message.posted', author, delivery, parts: [{ type: 'text', text: 'Hurry.' }] };
};
const more: EventDraft = { type: 'agent.text.delta', step: 1, part: 0, offset: 10, text: ' may' };

it.each<[string, ...EventDraft[]]>([
  ['a person steers', said('@human', 'steer')],
  ['a person says something', said('@human', 'now')],
  ['another agent does', said('@bob', 'now')],
  ['a notice', said('@system', 'now')],
  ['a compaction', { type: 'context.compacted', summary: 'All of it.', replaces_to: 1 }],
  ['a stop', { type: 'agent.continuation', should_continue: false, stop_reason: 'steps_limit', resolved_by: 'steps' }],
  ['why nobody is at it', { type: 'agent.status', status: 'queued', run: 'r2', error_message: 'Too many.' }],
])('[L4] words that are being said stay in sight while something comes between them: %s', (_, ...between) => {
  const lines = (...drafts: readonly EventDraft[]): readonly string[] => {
    const ledger = new LedgerWriter('t');
    for (const draft of drafts) ledger.write(draft);
    return renderText(timeline(threadOf(ledger.events)), { form: 'expanded' }).split('\n');
  };
  const now = lines(...BEGUN, ...between);
  expect(now.filter((line) => line.includes('The linter'))).toHaveLength(1);
  // They are where the next of them would put them.
  expect(lines(...BEGUN, ...between, more).map((line) => line.replace(' may', ''))).toEqual(now);
});
