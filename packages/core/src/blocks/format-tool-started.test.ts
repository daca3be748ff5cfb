import { describe, expect, it } from 'vitest';
import { MAX_TOOL_RESULT_DISPLAY_CHARS, formatToolCombined, formatToolStarted } from './index.ts';

describe('a call that starts', () => {
  it('is a block without a newline inside', () => {
    expect(formatToolStarted('run_shell_command', { args: ['uname', '-a'] })).toEqual([
      '\n\n<tool>run_shell_command(args=[&quot;uname&quot;, &quot;-a&quot;])</tool>\n',
      {
        type: 'tool_call_started',
        tool_name: 'run_shell_command',
        args_preview: 'args=["uname", "-a"]',
        truncated: false,
      },
    ]);
  });

  it('without arguments has none in its trace', () => {
    expect(formatToolStarted('pwd', {})).toEqual([
      '\n\n<tool>pwd()</tool>\n',
      { type: 'tool_call_started', tool_name: 'pwd', truncated: false },
    ]);
  });

  it('carries its id where it has one', () => {
    expect(formatToolStarted('pwd', {}, 'c1')[0]).toBe('\n\n<tool id="c1">pwd()</tool>\n');
    expect(formatToolStarted('pwd', {}, '"><@x>')[0]).toBe('\n\n<tool id="&quot;&gt;&lt;@\u200bx&gt;">pwd()</tool>\n');
  });

  it('keeps the order of its arguments, sorts the keys inside them, and prints each on one line', () => {
    const [text] = formatToolStarted('f', { z: 'a\nb\r\nc', a: { y: 1, x: 'é' }, kwargs: {}, n: null, u: undefined });
    expect(text).toBe(
      '\n\n<tool>f(z=a b c, a={&quot;x&quot;: &quot;é&quot;, &quot;y&quot;: 1}, kwargs={}, n=null, u=undefined)</tool>\n',
    );
  });

  it('[L7] [B.6 53] closes no tag, forges no block, mentions nobody', () => {
    const [text] = formatToolStarted('a</tool>', { x: '</tool><tool>save()\nok</tool>', to: '@room' });
    expect(text.match(/<tool>/g)).toEqual(['<tool>']);
    expect(text.match(/<\/tool>/g)).toEqual(['</tool>']);
    expect(text).toContain('@\u200broom');
    expect(text.slice(2, -1)).not.toContain('\n');
  });

  it('says when its arguments were cut', () => {
    const [text, trace] = formatToolStarted('f', { a: 'x'.repeat(251) });
    expect(text).toBe(`\n\n<tool>f(a=${'x'.repeat(249)}…)</tool>\n`);
    expect([trace.truncated, trace.args_preview?.length]).toEqual([true, 252]);
  });
});

describe('a call with its result', () => {
  it('that is an error has its message', () => {
    expect(formatToolCombined('a', {}, new Error('E'))[0]).toBe('\n\n<tool>a()\nE</tool>\n');
  });

  it('is one block', () => {
    expect(formatToolCombined('read_file', { file_name: 'a.toml' }, '[name]\nversion = 1')).toEqual([
      '\n\n<tool>read_file(file_name=a.toml)\n[name]\nversion = 1</tool>\n',
      {
        type: 'tool_call_completed',
        tool_name: 'read_file',
        args_preview: 'file_name=a.toml',
        result_preview: '[name]\nversion = 1',
        truncated: false,
      },
    ]);
  });

  it.each([undefined, null, ''])(
    '[L3] without a result (%j) ends in a newline, so that it is not pending',
    (result) => {
      const [text, trace] = formatToolCombined('touch', {}, result);
      expect(text).toBe('\n\n<tool>touch()\n</tool>\n');
      expect(trace).toEqual({ type: 'tool_call_completed', tool_name: 'touch', truncated: false });
    },
  );

  it.each([
    [0, '0'],
    [false, 'false'],
    [[], '[]'],
    [{ b: [1, 2], a: 'ü' }, '{&quot;a&quot;: &quot;ü&quot;, &quot;b&quot;: [1, 2]}'],
  ])('[L3] %j is a result', (result, text) => {
    expect(formatToolCombined('f', {}, result)[0]).toBe(`\n\n<tool>f()\n${text}</tool>\n`);
  });

  it('shows 500 characters of it, the marker outside of them', () => {
    expect(MAX_TOOL_RESULT_DISPLAY_CHARS).toBe(500);
    const [text, trace] = formatToolCombined('f', {}, 'x'.repeat(2355));
    expect(text).toBe(`\n\n<tool>f()\n${'x'.repeat(500)}… (truncated, 2.3KB)</tool>\n`);
    expect([trace.truncated, trace.result_preview]).toEqual([true, 'x'.repeat(2355)]);
    expect(formatToolCombined('f', {}, 'x'.repeat(500))[1].truncated).toBe(false);
  });

  it('cut at a line’s end counts the lines left', () => {
    const [text] = formatToolCombined('f', {}, `${'x'.repeat(500)}${'\nmore'.repeat(12)}`);
    expect(text).toBe(`\n\n<tool>f()\n${'x'.repeat(500)}\n... (12 more lines, 560B in all)</tool>\n`);
  });

  it('counts what it shows before it escapes it', () => {
    expect(formatToolCombined('f', {}, '<'.repeat(500))[0]).toBe(`\n\n<tool>f()\n${'&lt;'.repeat(500)}</tool>\n`);
  });

  it('keeps 4,000 characters of it in the trace', () => {
    const { result_preview: preview = '' } = formatToolCombined('f', {}, 'x'.repeat(4001))[1];
    expect([preview.length, preview.endsWith('x…')]).toEqual([4000, true]);
    expect(formatToolCombined('f', {}, 'x'.repeat(4000))[1].result_preview).toBe('x'.repeat(4000));
  });

  it('says when its arguments were cut, though its result was not', () => {
    expect(formatToolCombined('f', { a: 'x'.repeat(300) }, 'ok')[1].truncated).toBe(true);
  });
});

describe('bad input', () => {
  it('is written as well as it can be', () => {
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    expect(formatToolStarted('f', circle)[0]).toBe(
      '\n\n<tool>f(self={&quot;self&quot;: &quot;[circular]&quot;})</tool>\n',
    );
    expect(formatToolStarted('f', JSON.parse('{"__proto__": "x"}'))[0]).toBe('\n\n<tool>f(__proto__=x)</tool>\n');
    expect(formatToolStarted('f', JSON.parse('null'))[0]).toBe('\n\n<tool>f()</tool>\n');
    expect(formatToolCombined('\ud800', { a: '\udc00' }, '\ud800')[0]).toBe(
      '\n\n<tool>\ud800(a=\udc00)\n\ud800</tool>\n',
    );
  });

  it('of 10 MB, or as deep as it likes, is cut', () => {
    const large = '@<'.repeat(5_000_000);
    let deep: unknown = 1;
    for (let level = 0; level < 200_000; level += 1) deep = { deep };
    const [text] = formatToolCombined('f', { large, deep, list: Array.from({ length: 1e6 }, () => large) }, large);
    expect(text.length).toBeLessThan(20_000);
    expect(text).toContain('… (truncated, 9.5MB)</tool>');
  });
});
