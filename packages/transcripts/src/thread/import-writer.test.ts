import { describe, expect, it } from 'vitest';
import { accountAddsUp } from '../../test/fixtures.ts';
import { readTranscript } from '../index.ts';

const asked = { type: 'user', uuid: 'u1', sessionId: 's', message: { role: 'user', content: 'Weave.' } };
const wired = (type: string, payload: unknown): object => ({ timestamp: 1_770_000_000.5, message: { type, payload } });

describe('[issue 11] [L4] a record of which nothing is told is not counted as shown', () => {
  it.each<[string, readonly object[]]>([
    ['claude-code', [asked, { type: 'assistant', uuid: 'a1', sessionId: 's', message: null }]],
    ['claude-code', [asked, { type: 'assistant', uuid: 'a1', sessionId: 's', message: { id: 'm', content: [] } }]],
    [
      'cursor',
      [
        { role: 'user', message: { content: 'Weave.' } },
        { role: 'assistant', message: { content: [{ type: 'text', text: ' ' }] } },
      ],
    ],
    ['kimi', [wired('TurnBegin', { user_input: 'Weave.' }), wired('ContentPart', { type: 'think', think: '' })]],
  ])('%s', (format, records) => {
    const { state } = readTranscript(records.map((one) => JSON.stringify(one)).join('\n'));
    expect(state.source?.format).toBe(format);
    expect(accountAddsUp(state)).toBe(true);
    expect([state.account.shown, state.account.hidden.get('empty')]).toEqual([1, 1]);
  });
});
