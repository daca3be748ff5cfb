import { describe, expect, it } from 'vitest';
import { completionMessages } from '../../context/index.ts';
import { toMessages } from '../../contract/to-messages/to-messages.ts';
import type { EventDraft } from '../../ledger/ledger-event.ts';
import { LedgerWriter } from '../../ledger/ledger-writer.ts';
import { renderText } from '../../blocks/render-text.ts';
import { threadOf, timeline } from '../timeline.ts';
import type { Thread } from '../timeline.ts';

const BEGUN: readonly EventDraft[] = [
  { type: 'agent.status', status: 'running', run: 'r1' },
  { type: 'agent.step.started', step: 1, run: 'r1' },
];
const CALLED: readonly EventDraft[] = [
  { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'ls', arguments: '{}' },
  { type: 'agent.tool.completed', step: 1, call: 'c', outcome: 'done' },
  { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' },
  { type: 'agent.step.started', step: 2, run: 'r1' },
];

function thread(...drafts: readonly EventDraft[]): Thread {
  const ledger = new LedgerWriter('t');
  for (const draft of drafts) ledger.write(draft);
  return threadOf(ledger.events);
}

const drawn = (of: Thread): string => renderText(timeline(of), { form: 'expanded' });

describe('[L4] words of a step that nobody ended, where its run is over', () => {
  const says = (step: number): EventDraft => ({
    type: 'agent.text.delta',
    step,
    part: 0,
    offset: 0,
    text: 'The linter',
  });

  describe.each([
    ['before any call', 1, BEGUN],
    ['after a call', 2, [...BEGUN, ...CALLED]],
  ] as const)('%s', (_, step, before) => {
    it.each([
      ['failed', 'The linter (incomplete: the model failed)'],
      ['cancelled', 'The linter (interrupted)'],
      ['completed', 'The linter'],
    ] as const)('stay in sight, as a model and a page of the contract have them: %s', (status, answer) => {
      const of = thread(...before, says(step), { type: 'agent.status', status, run: 'r1' });
      expect(drawn(of)).toContain(answer.slice(0, 'The linter'.length));
      const [item] = [...timeline(of).items].flatMap((each) => (each.kind === 'answer' ? [each.state] : []));
      expect(item).toBe({ failed: 'failed', cancelled: 'interrupted', completed: 'done' }[status]);
      expect(toMessages(of.state).filter(({ content }) => content === 'The linter')).toHaveLength(1);
      expect(completionMessages(of.state).at(-1)?.content).toBe('The linter');
    });

    it('are drawn once, and by the end of their step, if that comes late', () => {
      const ended: EventDraft = { type: 'agent.step.completed', step, finish_reason: 'length', duration_ms: 1200 };
      const of = thread(...before, says(step), { type: 'agent.status', status: 'failed', run: 'r1' }, ended);
      expect(drawn(of).split('The linter')).toHaveLength(2);
      expect([...timeline(of).items].find(({ kind }) => kind === 'answer')).toMatchObject({
        state: 'truncated',
        durationMs: 1200,
      });
    });

    it('are not those of a run that is still at work', () => {
      const of = thread(...before, says(step), { type: 'agent.status', status: 'completed', run: 'r0' });
      expect([...timeline(of).items].some(({ kind }) => kind === 'answer')).toBe(false);
    });
  });
});
