import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { timeline } from '@toolthread/core';
import { linesOf } from '@toolthread/core/lines';
import { readTranscript } from '@toolthread/transcripts';
import { describe, expect, it } from 'vitest';
import { ClaudeSession } from '../../test/claude-session.ts';
import { folder } from '../../test/run-cli.ts';
import { readThread } from './read-thread.ts';
import { unseenRecords } from './unseen-records.ts';

const FIXTURES = join(import.meta.dirname, '../../../../packages/transcripts/fixtures');
/** Sessions that are not ours to give away: whoever has them names their folder. */
const REAL = process.env['TOOLTHREAD_TRANSCRIPTS'] ?? '';
const files = [FIXTURES, ...(REAL === '' ? [] : [REAL])].flatMap((cwd) =>
  globSync(['*/*.{json,jsonl}', '*/*/*.jsonl'], { cwd }).map((name) => [name, join(cwd, name)] as const),
);

/** Below the lines, what is not in them. */
function seen(input: string | Uint8Array): {
  readonly lines: string;
  readonly below: readonly string[];
  /** How many records each rule hides: by the account, and below the lines. */
  readonly hidden: readonly [account: unknown, below: unknown];
} {
  const thread = readTranscript(input, { keep: 'all' });
  const { events, title = '' } = thread;
  const { items } = timeline(thread);
  const lines = [...linesOf(items, 'whole')].flatMap(({ spans }) => spans.map(({ text }) => text)).join('\n');
  const below = [...unseenRecords(events, items, title)];
  const counted: Record<string, number> = {};
  for (const { head } of below) {
    const [, rule] = /^hidden: (.*) · record/.exec(head) ?? [];
    if (rule !== undefined) counted[rule] = (counted[rule] ?? 0) + 1;
  }
  return {
    lines: `${title}\n${lines}`,
    below: below.map(({ head, text }) => `${head}: ${text}`),
    hidden: [Object.fromEntries(thread.state.account.hidden.entries()), counted],
  };
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return /\s|\P{ASCII}/u.test(value.trim()) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Wherever lines break, and however far in they are. */
function packed(text: string): string {
  return text.replace(/\s+/g, '');
}

/** Every record, by a plain reading of the file. */
function recordsIn(text: string): readonly unknown[] {
  const parsed = (json: string): readonly unknown[] => {
    try {
      return [JSON.parse(json)];
    } catch {
      return [];
    }
  };
  const whole = parsed(text);
  // Of a document its messages: what is around them is of the session.
  return whole.length > 0 ? whole.map((one) => Object(one).messages ?? one) : text.split('\n').flatMap(parsed);
}

const record = (type: string, more: object): string =>
  JSON.stringify({ type, uuid: `u${JSON.stringify(more).length}`, sessionId: 's', cwd: '/loom', ...more });
const user = (content: unknown, more: object = {}): string =>
  record('user', { message: { role: 'user', content }, ...more });

describe('[issue 11, files 4] [L4] whatever a file says is seen, in the lines or below them', () => {
  it.each(files)('%s', (_, path) => {
    const text = readFileSync(path, 'utf8').replace(/^\ufeff/, '');
    const { lines, below, hidden } = seen(text);
    expect(hidden[1]).toEqual(hidden[0]);
    const all = packed(lines + below.join(''));
    const missing = textsIn(recordsIn(text)).filter((words) => {
      if (/^[[{]/.test(words) && recordsIn(words).length > 0) return false;
      return !words
        .split(/[\r\n]+/)
        .every((row) => all.includes(packed(row)) || all.includes(packed(JSON.stringify(row).slice(1, -1))));
    });
    expect(missing.slice(0, 3)).toEqual([]);
  });

  it.each([
    [
      'a reminder before the words',
      user('<system-reminder>Mind the weft.</system-reminder>\nWeave it.'),
      'Mind the weft.',
    ],
    [
      'a file that is open in the editor',
      user([
        { type: 'text', text: '<ide_opened_file>The file a.ts</ide_opened_file>' },
        { type: 'text', text: 'Weave it.' },
      ]),
      'The file a.ts',
    ],
    [
      'arguments that leaked into the words',
      record('assistant', {
        message: {
          id: 'm',
          content: [
            { type: 'text', text: '{"command":"ls the loom"}' },
            { type: 'tool_use', id: 'c', name: 'Bash', input: {} },
          ],
        },
      }),
      'ls the loom',
    ],
    [
      'the file before an edit',
      user([{ type: 'tool_result', tool_use_id: 'c', content: 'ok' }], {
        toolUseResult: { filePath: '/a', originalFile: 'the old words', structuredPatch: [] },
      }),
      'the old words',
    ],
  ])('%s', (_, line, words) => {
    const { lines, below } = seen(line);
    expect(lines).not.toContain(words);
    expect(below.filter((one) => one.includes(words))).toEqual([
      expect.stringMatching(/^left out: of the record at line 1: \{/),
    ]);
  });

  it('what is in sight is not told again', () => {
    const read = user([{ type: 'tool_result', tool_use_id: 'c', content: '     1→one line\n     2→and another' }], {
      toolUseResult: { type: 'text', file: { filePath: '/a b', content: 'one line\nand another' } },
    });
    const call = record('assistant', {
      message: {
        id: 'm',
        content: [
          { type: 'tool_use', id: 'c', name: 'Read', input: { file_path: '/a b', deep: [{ old: 'x y\nz "w"' }] } },
        ],
      },
    });
    expect(seen([user('Weave it.'), call, read].join('\n')).below).toEqual([]);
  });

  const texts = (...given: object[]): string => {
    const parts = given.map((one) => ('text' in one ? { type: 'text', ...one } : one));
    return JSON.stringify([
      { id: '1', role: 'user', parts: [{ type: 'text', text: 'ask words' }] },
      { id: '2', role: 'assistant', parts },
    ]);
  };
  const cited = [{ type: 'web_search_result_location', url: 'https://c.example', cited_text: 'x', title: 'y' }];
  it.each([
    ['texts of one answer', texts({ text: 'A whole answer.' }, { text: 'And a second one.' })],
    ['texts on one line', texts({ text: 'One piece,' }, { text: ' and another' }, { text: ' at the end.\nAnd more.' })],
    [
      'a source and a file beside it',
      texts(
        { type: 'source-url', sourceId: 's', url: 'https://u.example', title: 'source title' },
        { text: 'A whole answer.' },
        { type: 'file', mediaType: 'image/png', url: 'data:image/png;base64,AAAA', filename: 'pic name.png' },
        { text: 'And more.' },
      ),
    ],
    [
      'texts with citations',
      JSON.stringify([
        { role: 'user', content: 'ask words' },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'One piece,' },
            { type: 'text', text: ' a cited one', citations: cited },
            { type: 'text', text: ' and the end.' },
          ],
        },
      ]),
    ],
  ])('[attack 16.5] what an answer says in several parts is in sight: %s', (_, text) => {
    const told = seen(text).below.filter((one) => !/^left out: [^{]*\{"content\.1\.citations\.0\.url"/.test(one));
    expect(told).toEqual([]);
  });

  it('[attack 16.5] what is said of a text and not drawn is left out, also beside a text that is', () => {
    const given = texts({ text: 'One piece,' }, { text: ' and another', note: 'not drawn' });
    expect(seen(given).below).toEqual(['left out: of record 2: {"parts.1.note":"not drawn"}']);
  });

  const gemini = (call: object): string =>
    JSON.stringify({
      sessionId: 's',
      projectHash: 'h',
      startTime: '2026-01-01T00:00:00Z',
      messages: [
        { id: '1', timestamp: '2026-01-01T00:00:01Z', type: 'user', content: 'weave' },
        { id: '2', timestamp: '2026-01-01T00:00:02Z', type: 'gemini', content: 'woven', toolCalls: [call] },
      ],
    });
  const opencode = (state: object): string =>
    JSON.stringify({
      info: { id: 'ses_1', version: '1', directory: '/loom', time: { created: 1767225600000 } },
      messages: [
        {
          info: { id: 'msg_2', sessionID: 'ses_1', role: 'assistant', time: { created: 1767225600000 } },
          parts: [
            { id: 'prt_1', sessionID: 'ses_1', messageID: 'msg_2', type: 'tool', callID: 'c', tool: 'bash', state },
          ],
        },
      ],
    });
  const piEntry = (id: string, parentId: string | null, message: object): string =>
    JSON.stringify({ type: 'message', id, parentId, timestamp: '2026-01-01T00:00:01.000Z', message });
  const pi = (...entries: string[]): string =>
    [JSON.stringify({ type: 'session', version: 3, id: 'p', cwd: '/loom' }), ...entries].join('\n');
  const call = { id: 'k', name: 'run', args: { command: 'c' } };
  it.each([
    [
      'a display',
      gemini({ ...call, status: 'awaiting_approval', resultDisplay: 'Shuttle' }),
      'resultDisplay":"Shuttle',
    ],
    ['torn arguments', opencode({ status: 'pending', input: {}, raw: '{"command":"Warp' }), 'Warp'],
    ['a title', opencode({ status: 'running', input: { command: 'c' }, title: 'Weft' }), 'state.title":"Weft'],
    [
      'details of a result',
      pi(piEntry('a', null, { role: 'toolResult', toolCallId: 't', content: [], details: { x: 'Selvage' } })),
      'details.x":"Selvage',
    ],
  ])('one word is told too: %s', (_, text, words) => {
    expect(seen(text).below.join('\n')).toContain(words);
  });

  it('what a rewind took back is told whole, by the name of its rule', () => {
    const words = (text: string, more: object = {}): object => ({
      role: 'assistant',
      content: [{ type: 'text', text }],
      ...more,
    });
    const { below } = seen(
      pi(
        piEntry('a', null, { role: 'user', content: 'weave' }),
        piEntry('b', 'a', words('Torn', { stopReason: 'error', errorMessage: 'Loomless' })),
        piEntry('c', 'a', words('Whole')),
      ),
    );
    expect(below).toEqual([expect.stringMatching(/^hidden: rewound · record at line 3: .*Torn.*Loomless/)]);
  });

  const claude = (uuid: string, parentUuid: string | null, type: string, content: unknown): string =>
    record(type, { uuid, parentUuid, message: { id: uuid, role: type, content } });
  const ran = [
    claude('c', 'b', 'user', 'wrong way'),
    claude('d', 'c', 'assistant', [{ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'Torn' } }]),
    claude('e', 'd', 'user', [{ type: 'tool_result', tool_use_id: 't', content: 'Loomless' }]),
    claude('f', 'e', 'assistant', [{ type: 'text', text: 'Wrong end' }]),
  ];
  const began = [claude('a', null, 'user', 'weave'), claude('b', 'a', 'assistant', [{ type: 'text', text: 'Whole' }])];
  const codex = (type: string, payload: object): string =>
    JSON.stringify({ timestamp: '2026-01-01T00:00:01.000Z', type, payload });
  const rollout = (role: string, text: string): string =>
    codex('response_item', { type: 'message', role, content: [{ type: `${role}_text`, text }] });
  it.each([
    ['Claude Code', [...began, ...ran, claude('g', 'b', 'user', 'right way')], 3, 1],
    ['Claude Code, the same words again', [...began, ...ran, claude('g', 'b', 'user', 'wrong way')], 3, 1],
    [
      'Codex',
      [
        codex('session_meta', { id: 's', cwd: '/loom' }),
        rollout('user', 'weave'),
        codex('event_msg', { type: 'user_message', message: 'weave' }),
        codex('response_item', { type: 'function_call', name: 'shell', arguments: '{"command":"Torn"}', call_id: 't' }),
        codex('response_item', { type: 'function_call_output', call_id: 't', output: 'Loomless' }),
        rollout('assistant', 'Wrong end'),
        codex('event_msg', { type: 'thread_rolled_back', num_turns: 1 }),
        rollout('user', 'weave'),
      ],
      3,
      1,
    ],
  ])('[issue 11] as many records are told as rewound as the account counts: %s', (_, records, rewound, left) => {
    const { below, hidden } = seen(records.join('\n'));
    expect(hidden[1]).toEqual(hidden[0]);
    expect(hidden[0]).toMatchObject({ rewound });
    // What was folded into one of them is left out with it.
    expect(below.filter((text) => /^left out: .*Loomless/.test(text))).toHaveLength(left);
  });

  it('[issue 11] a record of a file beside the session is told with its name', async () => {
    const home = folder();
    new ClaudeSession().user('weave').raw('{"type":"mode","mode":"plan"}').write(home, 's-1.jsonl');
    const beside = user('go', { isSidechain: true, agentId: 'x', toolUseResult: 'Loomless' });
    new ClaudeSession()
      .raw(beside)
      .raw('{"type":"mode","mode":"plan"}')
      .raw('{"torn":"')
      .write(home, 's-1', 'subagents', 'agent-x.jsonl');
    const read = await readThread(join(home, 's-1.jsonl'), 'all');
    if (!read.ok) throw new Error(read.what);
    const heads = [...unseenRecords(read.thread.events, timeline(read.thread).items, undefined)].map(
      ({ head }) => head,
    );
    expect(heads).toEqual([
      expect.stringMatching(/^hidden: .* · record at line 2$/),
      'left out: of the record at line 1 of agent-x.jsonl',
      expect.stringMatching(/^hidden: .* · record at line 2 of agent-x\.jsonl$/),
      'malformed: cut off · line 3 of agent-x.jsonl',
    ]);
  });

  it('[issue 11, files 5] lines that cannot be read are told, each by itself, and a long one by its beginning', () => {
    const good = user('Weave it.');
    const { below } = seen(
      [
        good,
        '// a note of mine',
        `{"type":"user","torn":"half ${user('Again.')}`,
        `{"x":"${'long '.repeat(40_000)}`,
      ].join('\n'),
    );
    expect(below).toEqual([
      'malformed: a comment · line 2: // a note of mine',
      'malformed: cut off · line 3: {"type":"user","torn":"half ',
      expect.stringMatching(
        /^malformed: cut off · line 4: \{"x":"long .*… \(134,470 more characters, in the file only\)$/,
      ),
    ]);
  });
});

it('[L4] arguments and words that are nested as deep as can be are looked into without a fall', () => {
  const deep = `${'['.repeat(20_000)}"deep in it"${']'.repeat(20_000)}`;
  const call = { type: 'tool_use', id: 'c', name: 'Bash', input: { deep } };
  expect(seen(record('assistant', { message: { id: 'm', content: [call] } })).below).toEqual([]);
});

it('[L7] what is left of a broken document is one line', () => {
  const { below } = seen('{"messages":[{"role":"user","content":"Weave it."}],\n<img src=x>\n\n@all ![x](y)');
  expect(below.filter((one) => one.startsWith('malformed'))).toEqual([
    'malformed: not JSON · line 2: "<img src=x>\\n\\n@all ![x](y)"',
  ]);
});

it('[L4] pieces of a streamed text, thought or call are seen in what they became', () => {
  const { below } = seen(readFileSync(join(FIXTURES, 'kimi/pieces.jsonl')));
  expect(below).toEqual([expect.stringMatching(/^hidden: unknown:BrandNew · record at line 34/)]);
});
