import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { callResult } from '@toolthread/core';
import type { ThreadState } from '@toolthread/core';
import { FAILURE_PART } from '@toolthread/core/context';
import { resultText } from '@toolthread/core/lines';
import { readSession, readTranscript, sessionPieces } from '@toolthread/transcripts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusedExport } from '../../test/refused-export.ts';
import { writeMessages } from './write-messages.ts';

const FIXTURES = join(import.meta.dirname, '../../../../packages/transcripts/fixtures');
const files = globSync('*/*.{json,jsonl}', { cwd: FIXTURES }).sort();
const FORMS = ['anthropic', 'openai'] as const;

/** A session of Claude Code, with only what an export must bear. */
function session(...blocks: readonly (readonly object[])[]): string {
  const lines = blocks.map((content, at) => {
    const role = at % 2 === 0 ? 'user' : 'assistant';
    const message = { role, content, ...(role === 'assistant' ? { id: `m${at}`, model: 'claude' } : {}) };
    return { type: role, uuid: `u${at}`, sessionId: 's', timestamp: '2026-01-01T00:00:00Z', message };
  });
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

const text = (words: string): object => ({ type: 'text', text: words });
const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' };

/** Of a kind that the provider knows, perhaps with other fields than it takes, or of any other. */
function anyBlock(): fc.Arbitrary<object> {
  const words = fc.constantFrom('', ' ', 'x', 'srvtoolu_1', 'a b');
  const source = fc.constantFrom(
    { type: 'base64', media_type: 'image/png', data: 'AA==' },
    { type: 'text', media_type: 'text/plain', data: 'x' },
    { type: 'url', url: 'http://a.example/' },
    { type: 'moon' },
  );
  return fc.record(
    {
      type: fc.constantFrom(...KINDS),
      text: words,
      data: words,
      id: words,
      tool_use_id: words,
      name: words,
      title: words,
      thinking: words,
      signature: words,
      source,
      content: fc.oneof(words, fc.array(fc.record({ type: fc.constantFrom(...KINDS), text: words }), { maxLength: 2 })),
      extra: fc.jsonValue({ maxDepth: 1 }),
    },
    { requiredKeys: ['type'] },
  );
}

const KINDS = [
  'text',
  'image',
  'document',
  'search_result',
  'container_upload',
  'tool_reference',
  'thinking',
  'redacted_thinking',
  'server_tool_use',
  'web_search_tool_result',
  'mcp_tool_use',
  'mcp_tool_result',
  'compaction',
  'pattern',
  '',
];

async function listOf(session: Parameters<typeof writeMessages>[0], form: 'anthropic' | 'openai'): Promise<unknown> {
  return JSON.parse((await Array.fromAsync(writeMessages(session, form))).join(''));
}

describe('[L1] a session in pieces', () => {
  it.each(files)('%s: the list is the one of the whole, where long turns are parted, too', async (file) => {
    const path = join(FIXTURES, file);
    const whole = await readSession(path);
    const parted = await sessionPieces(path, { leastBytes: 0, longTurnBytes: 0 });
    if (!whole.ok || !parted.ok) throw new Error(file);
    const all = {
      async *pieces() {
        yield whole;
      },
    };
    for (const form of FORMS) expect(await listOf(parted, form)).toEqual(await listOf(all, form));
  });
});

describe('[L2] an export is taken by its provider', () => {
  it.each(files.flatMap((file) => FORMS.map((form) => [file, form] as const)))('%s for %s', async (file, form) => {
    const { state } = readTranscript(readFileSync(join(FIXTURES, file)), { path: join(FIXTURES, file) });
    expect(await refusedExport(state, form)).toEqual([]);
  });

  it.each([
    ['ends in thinking', session([text('Go.')], [thinking])],
    ['thinks at the end of a turn', session([text('Go.')], [text('So:'), thinking], [text('And?')], [text('Yes.')])],
    ['ends in white space', session([text('Go.')], [text('Done.\n\n')])],
    ['ends in nothing but white space', session([text('Go.')], [text('Done.'), text(' \n')])],
    ['ends in thinking after white space', session([text('Go.')], [text('Done.\n'), thinking])],
  ])('where the session %s', async (_, lines) => {
    for (const form of FORMS) expect(await refusedExport(readTranscript(lines).state, form)).toEqual([]);
  });

  it('whatever blocks stand in its messages and results', async () => {
    const blocks = fc.array(anyBlock(), { maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(blocks, blocks, blocks, fc.constantFrom(...FORMS), async (asked, said, given, form) => {
        const call = { type: 'tool_use', id: 'c1', name: 'Bash', input: {} };
        const result = { type: 'tool_result', tool_use_id: 'c1', content: given };
        const lines = session([text('Go.'), ...asked], [...said, call], [result], [text('Done.'), ...said]);
        expect(await refusedExport(readTranscript(lines).state, form)).toEqual([]);
      }),
      { numRuns: 120 },
    );
  });

  it('wherever a session was cut off', async () => {
    const anyFile = fc.constantFrom(...files.filter((file) => file.endsWith('.jsonl')));
    await fc.assert(
      fc.asyncProperty(anyFile, fc.nat(1000), fc.constantFrom(...FORMS), async (file, place, form) => {
        const bytes = readFileSync(join(FIXTURES, file));
        const cut = bytes.subarray(0, Math.ceil((bytes.length * place) / 1000));
        expect(await refusedExport(readTranscript(cut, { path: file }).state, form)).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

it.each(FORMS)('[L4] calls of child runs that a list for %s has not are counted', async (form) => {
  const call = (id: string): object => ({ type: 'tool_use', id, name: 'Bash', input: {} });
  const own = session([text('Go.')], [call('a')]);
  const child = session([text('Help.')], [call('b'), call('c')])
    .replaceAll('"uuid":"u', '"isSidechain":true,"agentId":"k","uuid":"k')
    .replaceAll('"id":"m', '"id":"k');
  const thread = readTranscript(`${own}\n${child}`);
  const notes: string[] = [];
  const pieces = async function* (): AsyncIterable<typeof thread> {
    yield thread;
  };
  await Array.fromAsync(writeMessages({ pieces }, form, (words) => notes.push(words)));
  expect(notes).toEqual([expect.stringMatching(/^2 tool calls of child runs left out/)]);
});

describe('[L4] every call is in the list, or a note says how many are not', () => {
  it.each(files.flatMap((file) => FORMS.map((form) => [file, form] as const)))('%s for %s', async (file, form) => {
    const thread = readTranscript(readFileSync(join(FIXTURES, file)), { path: join(FIXTURES, file) });
    const pieces = async function* (): AsyncIterable<typeof thread> {
      yield thread;
    };
    let told = 0;
    const note = (words: string): void => {
      told += Number(/(\d+) tool calls?/.exec(words)?.[1]);
    };
    const list = (await Array.fromAsync(writeMessages({ pieces }, form, note))).join('');
    const again = readTranscript(list, { format: form });
    expect(again.state.calls.byPlace.size + told).toBe(thread.state.calls.byPlace.size);
  });
});

describe('[L3] a list that is read back', () => {
  /** Every call of the thread's own agent, with how it ended; a list has no more words for it than two. */
  const outcomes = (thread: { readonly state: ThreadState }): readonly string[] =>
    [...thread.state.calls.byPlace.entries()]
      .flatMap(([, call]) => {
        const end = callResult(call)?.outcome === 'done' ? 'done' : 'failed';
        return call.scope === undefined ? [`${call.name} ${call.arguments} ${end}`] : [];
      })
      .toSorted();
  const readBack = async (thread: { readonly state: ThreadState }, form: 'anthropic' | 'openai') => {
    const pieces = async function* (): AsyncIterable<typeof thread> {
      yield thread;
    };
    return readTranscript((await Array.fromAsync(writeMessages({ pieces }, form))).join(''), { format: form });
  };

  it.each(FORMS)('of %s keeps which calls failed', async (form) => {
    const call = (id: string): object => ({ type: 'tool_use', id, name: 'Bash', input: { command: id } });
    const result = (id: string, words: string, is_error: boolean): object => ({
      type: 'tool_result',
      tool_use_id: id,
      content: words,
      is_error,
    });
    const results = [
      result('a', 'no such file', true),
      result('b', `Error: ${FAILURE_PART}`, false),
      result('c', `${FAILURE_PART}\nso it says`, false),
      result('d', FAILURE_PART, false),
      result('e', '', true),
    ];
    const thread = readTranscript(
      session([text('Go.')], ['a', 'b', 'c', 'd', 'e'].map(call), results, [text('Done.')]),
    );
    expect(outcomes(thread).map((one) => one.split(' ').at(-1))).toEqual(['failed', 'done', 'done', 'done', 'failed']);
    const again = await readBack(thread, form);
    expect(outcomes(again)).toEqual(outcomes(thread));
    const words = [...again.state.calls.byPlace.entries()].map(([, one]) => resultText(one) ?? '');
    expect(words).toEqual(
      expect.arrayContaining(['no such file', `Error: ${FAILURE_PART}`, `${FAILURE_PART}\nso it says`, FAILURE_PART]),
    );
  });

  it.each(files.flatMap((file) => FORMS.map((form) => [file, form] as const)))('%s for %s', async (file, form) => {
    const thread = readTranscript(readFileSync(join(FIXTURES, file)), { path: join(FIXTURES, file) });
    // A list has no arguments that are no JSON, and names as its provider takes them.
    const ends = (of: typeof thread): readonly string[] => outcomes(of).map((one) => one.split(' ').at(-1) ?? '');
    const again = ends(await readBack(thread, form));
    const failed = again.filter((end) => end === 'failed').length;
    expect(failed).toBeLessThanOrEqual(ends(thread).filter((end) => end === 'failed').length);
    expect(again.length - failed).toBeLessThanOrEqual(ends(thread).filter((end) => end === 'done').length);
  });
});

describe('[L4] a list holds what the model read', () => {
  const READ = [
    ['lines that end as on an old Mac', 'Read', '1→alpha\r2→beta\r3→gamma'],
    ['what a command wrote over', 'Bash', '10%\r20%\nmore\b\b\b\bgone\n\u001b[31mred\u001b[0m\u001b[2K'],
    ['a result whose call is nowhere', undefined, 'one\rtwo'],
  ] as const;

  it.each(READ.flatMap((row) => FORMS.map((form) => [...row, form] as const)))('%s (%s, %j) for %s', async (...row) => {
    const [, name, words, form] = row;
    const call = name === undefined ? text('Hm.') : { type: 'tool_use', id: 'c', name, input: {} };
    const given = { type: 'tool_result', tool_use_id: 'c', content: words };
    const thread = readTranscript(session([text('go')], [call], [given], [text('Done.')]));
    const pieces = async function* (): AsyncIterable<typeof thread> {
      yield thread;
    };
    const list = (await Array.fromAsync(writeMessages({ pieces }, form))).join('');
    expect(list).toContain(JSON.stringify(words).slice(1, -1));
  });
});
