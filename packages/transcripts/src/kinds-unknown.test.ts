import { describe, expect, it } from 'vitest';
import { ClaudeCodeRecords, text, toolUse } from '../test/claude-code-records.ts';
import { asked, event, item, META } from '../test/codex-records.ts';
import { outline } from '../test/outline.ts';
import { compareReadings } from '../test/second-reading/compare-readings.ts';
import { readTranscript } from './index.ts';
import type { Format } from './index.ts';

const HOLOGRAM = { type: 'hologram', data: 'HIDDEN?' };

function agree(format: Format, lines: readonly string[]): void {
  const records = lines.map((line): unknown => JSON.parse(line));
  expect(compareReadings(format, lines.join('\n'), records).differences).toEqual([]);
}

/** A turn of Claude Code with these blocks, and another one below it. */
function turn(response: readonly object[], result: unknown, prompt: unknown = 'Weave.'): readonly string[] {
  const make = new ClaudeCodeRecords();
  return [
    make.user(prompt, { parentUuid: null }),
    make.assistant('m1', ...response),
    make.result('t1', result),
    make.assistant('m2', text('Woven.')),
    ...make.turn('Dye it.', 'm3', 'Dyed.'),
  ];
}

describe('[issue 11] [L4] a second reading agrees about what few files have', () => {
  it.each([
    ['a block that nobody knows, in a response', turn([HOLOGRAM, text('So.'), toolUse('t1')], 'ok')],
    ['one in a result', turn([toolUse('t1')], [HOLOGRAM, text('ok')])],
    ['one beside a person’s words', turn([toolUse('t1')], 'ok', [HOLOGRAM, text('Weave.')])],
    ['a result that is an object', turn([toolUse('t1')], { woven: 2 })],
    [
      'what a search found, in a prompt',
      turn([toolUse('t1')], 'ok', [
        { type: 'search_result', source: 'https://loom.example', title: 'Looms', content: [text('Two looms.')] },
        text('Weave.'),
      ]),
    ],
    [
      'a document in words, and what a search found',
      turn(
        [toolUse('t1')],
        [
          { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'A pattern.' } },
          { type: 'search_result', source: 'https://loom.example', title: 'Looms', content: [text('Two looms.')] },
        ],
      ),
    ],
    ['arguments that leaked into words', turn([text('{"command":"weave"}'), toolUse('t1')], 'ok')],
  ])('Claude Code: %s', (_, lines) => agree('claude-code', lines));

  it('Claude Code: words without a block around them', () => {
    const make = new ClaudeCodeRecords();
    const message = { id: 'm1', role: 'assistant', model: 'm', content: ['Bare words.', null, 7] };
    const lines = [make.user('Weave.', { parentUuid: null }), make.record('assistant', { message })];
    agree('claude-code', lines);
    expect(outline(readTranscript(lines.join('\n'))).join()).toContain('Bare words.');
  });

  it('Claude Code: a summary without its flag, which follows nothing', () => {
    const make = new ClaudeCodeRecords();
    const summary =
      'This session is being continued from a previous conversation that ran out of context. So far:\nWoven.';
    agree('claude-code', [
      ...make.turn('Weave.', 'm1', 'Woven.', { parentUuid: null }),
      ...make.turn(summary, 'm2', 'Dyed.', { parentUuid: null }),
    ]);
  });

  it('Claude Code: a history that is written again, at other times', () => {
    const make = new ClaudeCodeRecords();
    const history = (): string[] => [
      ...make.turn('Weave.', 'm1', 'Woven.', { parentUuid: null }),
      ...make.turn('Dye it.', 'm2', 'Dyed.'),
    ];
    agree('claude-code', [...history(), ...history(), ...make.turn('Dry it.', 'm3', 'Dried.')]);
  });

  it('Codex: contents that nobody knows, a picture that was made, tools that were looked for', () => {
    agree('codex', [
      META,
      asked('Weave.'),
      item({ type: 'message', role: 'assistant', content: [HOLOGRAM] }),
      item({ type: 'function_call', name: 'weave', arguments: '{}', call_id: 'c1' }),
      item({ type: 'function_call_output', call_id: 'c1', output: [HOLOGRAM, { type: 'input_text', text: 'ok' }] }),
      item({ type: 'image_generation_call', id: 'c2', status: 'completed', revised_prompt: 'A loom.', result: 'iVBO' }),
      item({ type: 'tool_search_call', call_id: 'c3', status: 'completed', arguments: { query: 'loom' } }),
    ]);
  });

  it('Codex: a turn that is rolled back, of which only the event is left, and whose words are in another’s', () => {
    agree('codex', [
      META,
      asked('Weave.'),
      event({ type: 'user_message', message: 'Weave.' }),
      event({ type: 'user_message', message: 'Dye' }),
      event({ type: 'thread_rolled_back', num_turns: 1 }),
      asked('Dye it red.'),
      event({ type: 'user_message', message: 'Dye it red.' }),
    ]);
  });
});
