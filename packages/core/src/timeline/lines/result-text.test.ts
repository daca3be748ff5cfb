import { describe, expect, it } from 'vitest';
import { eventsOf } from '../../../test/events-of.ts';
import { oneCall } from '../../../test/one-turn.ts';
import type { MadeCall } from '../../../test/one-turn.ts';
import type { ContentPart } from '../../ledger/content-part.ts';
import type { Outcome } from '../../ledger/ledger-event.ts';
import { foldAll } from '../../ledger/fold/fold.ts';
import { resultLines, resultText, textOfResult } from './result-text.ts';
import { entryLines } from './entry-lines.ts';

function linesOf(call: Partial<MadeCall>): ReturnType<typeof entryLines> {
  return entryLines(oneCall({ name: 'f', outcome: 'done', ...call }));
}

/** A call that is done and says nothing. */
const bare = { name: 'f', arguments: '', status: 'done', pending: false };

describe('a result stands', () => {
  it('inline, if it is one line of at most 80 code points', () => {
    expect(linesOf({ result: '/app' })).toEqual({ ...bare, inline: '/app' });
    expect(linesOf({ result: 'x'.repeat(80) }).inline).toBe('x'.repeat(80));
    expect(linesOf({ result: '😀'.repeat(80) }).inline).toBe('😀'.repeat(80));
  });

  it('[issue 13] of a failure also with its last lines, where mostly is why', () => {
    const printed = (lines: number): string => Array.from({ length: lines }, (_, n) => `line ${n + 1}`).join('\n');
    const failed = (result: string) => linesOf({ result, outcome: 'failed' });
    expect(failed(`${printed(20)}\n`)).toMatchObject({
      below: 'line 1\nline 2',
      marker: '... (15 more lines)',
      tail: 'line 18\nline 19\nline 20',
    });
    expect(failed(printed(20).replaceAll('\n', '\r\n')).tail).toBe('line 18\nline 19\nline 20');
    // As much as fits: a line that is too long is not half there, and where it is the last there is none.
    expect(failed(`${printed(9)}\n${'x'.repeat(600)}\nError`).tail).toBe('Error');
    expect(failed(`${printed(9)}\n${'x'.repeat(600)}`)).not.toHaveProperty('tail');
    // Where hardly more is between, all of it.
    for (const lines of [2, 4, 6]) expect(failed(printed(lines)).below).toBe(printed(lines));
    expect(failed(printed(7)).marker).toBe('... (2 more lines)');
    expect(linesOf({ result: printed(20) })).not.toHaveProperty('tail');
  });

  it('below, if it is longer or has more lines', () => {
    expect(linesOf({ result: 'x'.repeat(81) })).toMatchObject({ below: 'x'.repeat(81) });
    expect(linesOf({ result: 'a\nb' })).toMatchObject({ below: 'a\nb' });
    expect(linesOf({ result: 'a\r\nb\rc' })).toMatchObject({ below: 'a\nb\nc' });
    expect(linesOf({ result: `${'x'.repeat(100)}\nb` }).inline).toBeUndefined();
  });

  it('inline though a newline ends it, as every shell command’s does', () => {
    expect(linesOf({ result: '/app\n' }).inline).toBe('/app');
    expect(linesOf({ result: 'a\nb\n\n' }).below).toBe('a\nb');
  });

  it('nowhere, if there are no words in it', () => {
    for (const result of ['', '\n']) expect(linesOf({ result })).toEqual(bare);
  });

  it('[issue 11, files 10] [L4] where nothing is to be left out, newlines are told', () => {
    const whole = (result: string): object =>
      entryLines(oneCall({ name: 'f', outcome: 'done', result }), { whole: true });
    expect(whole('\n')).toEqual({ ...bare, marker: '(only 1 newline)' });
    expect(whole('\r\n\n\n')).toEqual({ ...bare, marker: '(only 3 newlines)' });
    expect(whole(' \n\t')).toEqual({ ...bare, marker: '(only 3 characters of white space)' });
    expect(whole('')).toEqual(bare);
  });

  it('cut at 500, with what was cut said under it', () => {
    const { below, marker } = linesOf({ result: `${'x'.repeat(499)}\na\nb` });
    expect([below, marker]).toEqual(['x'.repeat(499), '... (2 more lines, 503B in all)']);
    expect(linesOf({ result: 'x'.repeat(600), fullSize: 73_421 }).marker).toBe('… (truncated, 71.7KB)');
  });

  it('cheaply, if it has 10 MB', () => {
    const large = 'x'.repeat(10_000_000);
    for (let time = 0; time < 20; time += 1) expect(resultLines(large, { fullSize: 10 }).below?.length).toBe(500);
  });
});

describe('[L3] what became of a call is said, never guessed', () => {
  const outcomes: readonly Outcome[] = ['failed', 'denied', 'interrupted', 'skipped', 'lost'];

  it.each(outcomes)('%s is a note', (outcome) => {
    const note = outcome === 'lost' ? 'no result' : outcome;
    expect(linesOf({ outcome, result: 'ok' })).toMatchObject({ note, status: outcome, inline: 'ok' });
  });

  it('done has none, whatever the result says', () => {
    expect(linesOf({ result: 'Error: failed' }).note).toBeUndefined();
  });

  it('an error is the result where there is no other', () => {
    expect(linesOf({ outcome: 'failed', error: { message: 'no such file' } }).inline).toBe('no such file');
    const failed = { outcome: 'failed', error: { message: 'no such file' } } as const;
    expect(linesOf({ ...failed, result: 'exit 1' })).toMatchObject({ inline: 'exit 1', problem: 'no such file' });
    expect(linesOf({ ...failed, result: 'cat: no such file' }).problem).toBeUndefined();
    const output = Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n');
    const whole = { outcome: 'failed', result: output, error: { message: output } } as const;
    expect(linesOf(whole).problem).toBeUndefined();
  });

  it.each([
    [0, '0'],
    [false, 'false'],
    [[], '[]'],
    [{ b: 1, a: 2 }, '{"a": 2, "b": 1}'],
  ])('data is a result too, where there are no parts: %j', (structured, text) => {
    expect(linesOf({ structured }).inline).toBe(text);
  });

  it('a running call is pending, and shows what it has printed below', () => {
    const running = entryLines(oneCall({ name: 'f', output: 'FAIL test/lint' }));
    expect(running).toEqual({ ...bare, status: 'running', pending: true, below: 'FAIL test/lint' });
    expect(resultText(oneCall({ name: 'f', output: 'FAIL' }))).toBeUndefined();
  });

  it('what it had printed stands under a call that ended without words, and what went wrong beside it', () => {
    const error = { message: 'no such file' };
    expect(linesOf({ output: 'FAIL', outcome: 'interrupted' })).toMatchObject({ inline: 'FAIL', note: 'interrupted' });
    expect(linesOf({ output: 'FAIL', outcome: 'failed', error })).toMatchObject({
      inline: 'FAIL',
      problem: error.message,
    });
  });

  it('a retry says which', () => {
    const state = foldAll(
      eventsOf([
        { type: 'agent.step.started', step: 1 },
        { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'fetch', arguments: '{}' },
        { type: 'agent.tool.started', step: 1, call: 'c' },
        { type: 'agent.tool.retrying', step: 1, call: 'c', attempt: 2, max_attempts: 3 },
      ]),
    );
    const notes = [...state.calls.byPlace.entries()].map(([, call]) => entryLines(call).retry);
    expect(notes).toEqual(['⟳ fetch - Retrying (2/3)']);
  });
});

it('parts that are no text are named', () => {
  const bytes = { kind: 'url', url: 'https://example.com' } as const;
  const parts: ContentPart[] = [
    { type: 'text', text: 'see' },
    { type: 'image', media_type: 'image/png', source: bytes },
    { type: 'file', media_type: 'text/csv', source: bytes, name: 'a.csv' },
    { type: 'reference', name: 'notes' },
  ];
  expect(textOfResult({ parts })).toBe('see\n[image: image/png]\n[file: a.csv]\n[reference: notes]');
});

it('[L3] a command that printed nothing says so by its exit code, and not in a form that no file has', () => {
  const structured = { kind: 'shell', exit_code: 1 };
  expect(textOfResult({ parts: [], structured, error: { message: 'exit code 1' } })).toBe('exit code 1');
  expect(textOfResult({ parts: [], structured: { ...structured, exit_code: 0 } })).toBeUndefined();
  expect(textOfResult({ structured: { ...structured, stdout: 'a', stderr: 'b' } })).toBe('a\nb');
  expect(textOfResult({ structured: { exit_code: 1 } })).toBe('{"exit_code": 1}');
});
