import { expect, it } from 'vitest';
import { ClaudeCodeRecords, text, toolUse } from '../../test/claude-code-records.ts';
import { readTranscript } from '../index.ts';

it('[issue 11] [L5] an agent whose records are in the session has said its last word when its call is answered: no step of it stays open, however many there are', () => {
  const make = new ClaudeCodeRecords();
  const own = { isSidechain: true };
  const lines = [
    make.user('Ask.', { parentUuid: null }),
    make.assistant('m1', toolUse('t1', 'Task', { prompt: 'Look.', description: 'd' })),
    make.user('Look.', { ...own, parentUuid: null }),
    make.record('assistant', {
      ...own,
      message: { id: 'm2', role: 'assistant', model: 'm', content: [text('Seen.')] },
    }),
    make.result('t1', 'Seen.', { isSidechain: false }),
  ];
  const { events } = readTranscript(lines.join('\n'));
  const ended = events.findIndex((event) => event.type === 'agent.step.completed' && event.scope !== undefined);
  const next = events.findIndex((event) => event.type === 'agent.tool.completed' && event.call === 't1');
  expect(ended).toBeGreaterThan(-1);
  expect(ended).toBeLessThan(next + 2);
});
