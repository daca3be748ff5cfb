import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTranscript } from '@toolthread/transcripts';
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
  expect(notes).toEqual([expect.stringMatching(/^2 calls of child runs left out/)]);
});
