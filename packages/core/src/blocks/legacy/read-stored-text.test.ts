import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeline, threadOf } from '../../timeline/timeline.ts';
import { goldenNames, readGolden } from '../../../fixtures/golden.ts';
import { completePendingToolBlock } from '../complete-pending-tool-block.ts';
import { formatToolCombined, formatToolStarted } from '../format-tool-started.ts';
import { parseToolBlocks } from '../parse-tool-blocks.ts';
import { renderText } from '../render-text.ts';
import { readStoredText } from './read-stored-text.ts';
import type { StoredPart } from './read-stored-text.ts';

/** A part in one line: `say hello`, `pwd() pending`, `pwd() done → /app`, `orphan pwd → /app`, `break`. */
function line(part: StoredPart): string {
  switch (part.kind) {
    case 'text':
      return `say ${part.text}`;
    case 'tool':
      return `${part.id === undefined ? '' : `#${part.id} `}${part.call} ${part.state}${part.result === undefined ? '' : ` → ${part.result}`}`;
    case 'orphan':
      return `orphan ${part.name}${part.result === undefined ? '' : ` → ${part.result}`}`;
    case 'break':
      return 'break';
    default:
      return part satisfies never;
  }
}
const lines = (text: string, trace?: unknown): string[] => readStoredText(text, trace).map(line);

describe('the first days', () => {
  it('🔧 **Tool Call:** without backticks', () => {
    expect(
      lines('Let me see.\n\n🔧 **Tool Call:** list_files(path=.)\n✅ **list_files Result:**\na.py\nb.py\n\nTwo files.'),
    ).toEqual(['say Let me see.', 'list_files(path=.) done → a.py\nb.py', 'say Two files.']);
    expect(lines('🔧 **Tool Call:** touch(f=a)\n✅ **touch** completed\n\n')).toEqual(['touch(f=a) done']);
  });

  it('a list of calls, of a run that was not streamed', () => {
    expect(lines('Done.\n\n**Tool Calls:**\n• read(a=1)\n• write(b=(2))\nMore.')).toEqual([
      'say Done.',
      'read(a=1) pending',
      'write(b=(2)) pending',
      'say More.',
    ]);
    expect(lines('the **Tool Calls:** heading')).toEqual(['say the **Tool Calls:** heading']);
  });

  it('whole sentences, where a call waits for them', () => {
    expect(lines('🔧 Using search with arguments: {"q": "x"}\n✅ search completed: 3 hits\n\nThree.')).toEqual([
      'search({"q": "x"}) done → 3 hits',
      'say Three.',
    ]);
    expect(lines('✅ build completed: all green\n\nNow we rest.')).toEqual([
      'say ✅ build completed: all green\n\nNow we rest.',
    ]);
  });
});

describe('Markdown with backticks', () => {
  it('pairs are one block, whatever the arguments hold', () => {
    const text =
      '🔧 **Tool Call:** `run(command=echo `pwd`\nls)`\n✅ **`run` result:**\n/app\n\n🔧 **Tool Call:** `touch()`\n✅ **`touch`** completed\n\nDone.';
    expect(lines(text)).toEqual(['run(command=echo `pwd` ls) done → /app', 'touch() done', 'say Done.']);
  });

  it('parallel calls get their results in order', () => {
    const text =
      '🔧 **Tool Call:** `read(a=1)`\n\n🔧 **Tool Call:** `read(a=2)`\n✅ **`read` result:**\none\n\n✅ **`read` result:**\ntwo\n\n✅ **`read` result:**\nthree\n\n';
    expect(lines(text)).toEqual(['read(a=1) done → one', 'read(a=2) done → two', 'orphan read → three']);
  });
});

describe('[000, stranger 9] a trace', () => {
  const [started, startedEntry] = formatToolStarted('read', { path: 'a' });
  const [done, entry] = completePendingToolBlock(started, 'read', 'all of it');

  it('is read as a list of entries, and as one in `events`', () => {
    const [text, one] = formatToolCombined('read', { path: 'a' }, 'x'.repeat(600));
    const whole = [`read(path=a) done → ${'x'.repeat(600)}`];
    expect(lines(text, [one])).toEqual(whole);
    expect(lines(text, { events: [one] })).toEqual(whole);
    expect(lines(started, [startedEntry])).toEqual(['read(path=a) pending']);
  });

  it('that does not tell the arguments leaves those of the text', () => {
    expect(entry.args_preview).toBeUndefined();
    expect(lines(done, [entry])).toEqual(['read(path=a) done → all of it']);
  });

  it('that was cut too says of its result what the text says', () => {
    const [sized, cut] = formatToolCombined('read', {}, 'x'.repeat(9000));
    expect(lines(sized, [cut])).toEqual([`read() done → ${'x'.repeat(3999)}… (truncated, 8.8KB)`]);
    const long = Array.from({ length: 2000 }, () => 'abcd').join('\n');
    const [text, counted] = formatToolCombined('read', {}, long);
    expect(text).toContain('... (1,900 more lines, 9.8KB in all)');
    expect(lines(text, [counted])[0]).toMatch(/\nabcd…\n\.\.\. \(1,200 more lines, 9\.8KB in all\)$/);
  });
});

describe('<tool> and <validation>', () => {
  it('a pair is one call, a lone one an orphan', () => {
    expect(
      lines(
        'Hi\n\n<tool>save(a=&lt;b&gt; @\u200bbob)</tool>\n<validation>save\nok &amp; done</validation>\n\nbye\n\n<validation>gone\nlate</validation>',
      ),
    ).toEqual(['say Hi', 'save(a=<b> @bob) done → ok & done', 'say bye', 'orphan gone → late']);
  });

  it('completed means: no result', () => {
    expect(lines('<tool>save()</tool>\n<validation>save\ncompleted</validation>')).toEqual(['save() done']);
  });

  it.each([
    ['save completed in 0.3s', 'save(a=1) done → completed in 0.3s'],
    ['save completed', 'save(a=1) done'],
    ['save completed in 12 seconds', 'save(a=1) done → completed in 12 seconds'],
    ['\nsave completed in 1m 2s\n', 'save(a=1) done → completed in 1m 2s'],
    ['save completed in 250 ms\nok', 'save(a=1) done → completed in 250 ms\nok'],
    ['completed in 0.3s', 'save(a=1) done → completed in 0.3s'],
    ['completed', 'save(a=1) done'],
    ['\n', 'save(a=1) done'],
  ])('[000, stranger 10] <validation>%s</validation>', (said, call) => {
    expect(lines(`<tool>save(a=1)</tool>\n<validation>${said}</validation>\n\nDone.`)).toEqual([call, 'say Done.']);
  });

  it('[000, stranger 10] says of another tool that it is completed: an orphan', () => {
    expect(lines('<tool>save()</tool>\n<validation>load completed in 1s</validation>')).toEqual([
      'save() pending',
      'orphan load → completed in 1s',
    ]);
  });

  it.each([
    ['completed in 3 seconds', 'orphan  → completed in 3 seconds'],
    ['save_file completed in 3 seconds', 'orphan save_file → completed in 3 seconds'],
    ['completed', 'orphan  → completed'],
    ['save_file completed', 'orphan save_file → completed'],
    ['save_file\ncompleted', 'orphan save_file → completed'],
    ['save_file', 'orphan save_file'],
    ['All tests passed', 'orphan All tests passed'],
  ])('[000] alone, <validation>%s</validation> keeps its words', (said, part) => {
    expect(lines(`<validation>${said}</validation>`)).toEqual([part]);
    expect(lines(`So.\n\n<validation>${said}</validation>\n\nDone.`)).toEqual(['say So.', part, 'say Done.']);
  });

  it('[000] every word of a lone <validation> is kept, in its order', () => {
    const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
    const word = fc.constantFrom('save', 'completed', 'in', '3', 'seconds', '0.3s', 'ok', '\n');
    fc.assert(
      fc.property(fc.array(word), (words) => {
        const said = ` ${words.join(' ')}`;
        const kept = readStoredText(`<validation>${said}</validation>`).map((part) =>
          part.kind === 'orphan' ? `${part.name} ${part.result ?? ''}` : line(part),
        );
        expect(wordsIn(kept.join(' '))).toEqual(wordsIn(said));
      }),
    );
  });

  it('no result, no end', () => {
    expect(lines('<tool>save()</tool>')).toEqual(['save() pending']);
  });

  it('one block with both, in groups or not', () => {
    expect(lines('<tool-group><tool>a()\n1</tool>\n<tool>b()\n</tool></tool-group>')).toEqual([
      'a() done → 1',
      'b() done',
    ]);
  });

  it('a result that was written with its call closes those before it', () => {
    expect(lines('<tool>a(1)</tool>\n<tool>a(2)\nx</tool>\n<validation>a\ny</validation>')).toEqual([
      'a(1) pending',
      'a(2) done → x',
      'orphan a → y',
    ]);
  });
});

describe('streamed with ids', () => {
  it('start and done are one call, at the place of the start', () => {
    const text =
      '<tool id="1" state="start">a(x=&quot;1&quot;)</tool>so<tool id="2" state="start">b()</tool><tool id="1" state="done">a(x=&quot;1&quot;)\nok</tool><tool id="2" state="done">(interrupted)</tool>';
    expect(lines(text)).toEqual(['#1 a(x="1") done → ok', 'say so', '#2 b() interrupted']);
  });
});

describe('numbered marks and their trace', () => {
  const trace = {
    version: 2,
    events: [
      { type: 'tool_call_completed', tool_name: 'read', args_preview: 'a=1', result_preview: 'one' },
      { type: 'tool_call_started', tool_name: 'wait', truncated: true },
      null,
      { type: 'tool_call_completed', tool_name: 'hidden', args_preview: 'b=2' },
    ],
  };

  it('arguments and results come from the trace, and its word counts more than the hourglass', () => {
    expect(lines('First.\n\n🔧 `read` [1] ⏳\n\n🔧 `wait` [2]\n\nLast.', trace)).toEqual([
      'say First.',
      'read(a=1) done → one',
      'wait() pending',
      'say Last.',
      'hidden(b=2) done',
    ]);
  });

  it('a mark that the trace does not know was printed by a model', () => {
    expect(lines('🔧 `read` [2]\n\n🔧 `read` [9]\n\n🔧 `x` [3]', { events: [] })).toEqual([
      'say 🔧 `read` [2]\n\n🔧 `read` [9]\n\n🔧 `x` [3]',
    ]);
    expect(lines('🔧 `read` [1]\n\n🔧 `read` [1]', trace)[1]).toBe('say 🔧 `read` [1]');
  });

  it('without a trace the mark says what it can', () => {
    expect(lines('🔧 `a\\`b` [1] ⏳\n\n🔧 `@\u200bmail` [2] and so on')).toEqual([
      'a`b() pending',
      '@mail() done',
      'say and so on',
    ]);
    expect(lines('<p>🔧 <code>a&amp;b</code> [1]</p><p>🔧 <code>c</code> [2] ⏳</p>')).toEqual([
      'a&b() done',
      'c() pending',
    ]);
  });

  it('only at the beginning of a line', () => {
    expect(lines('see 🔧 `read` [1]')).toEqual(['say see 🔧 `read` [1]']);
  });

  it.each([null, 1, [], { events: 3 }, { events: [1, 'x', {}, { tool_name: 3 }] }])('any trace is borne: %j', (odd) => {
    expect(lines('🔧 **Tool Call:** `a()`', odd)).toEqual(['a() pending']);
  });
});

describe('all of them', () => {
  it('in one message', () => {
    const text = [
      'Start.',
      '🔧 **Tool Call:** g0(a=1)',
      '✅ **g0 Result:**\nzero',
      '',
      '🔧 **Tool Call:** `g1(b=2)`',
      '✅ **`g1` result:**\none',
      '',
      '<tool>g2(c=3)</tool>',
      '<validation>g2\ntwo</validation>',
      '',
      '<tool>g3(d=4)\nthree</tool>',
      '',
      '🔧 `g4` [1]',
      '',
      '<tool id="7" state="start">s(e=5)</tool><tool id="7" state="done">s(e=5)\nfive</tool>',
      '',
      '<!-- tool-break -->',
      '',
      'End.',
    ].join('\n');
    const trace = { version: 2, events: [{ type: 'tool_call_completed', tool_name: 'g4', result_preview: 'four' }] };
    expect(lines(text, trace)).toEqual([
      'say Start.',
      'g0(a=1) done → zero',
      'g1(b=2) done → one',
      'g2(c=3) done → two',
      'g3(d=4) done → three',
      'g4() done → four',
      '#7 s(e=5) done → five',
      'break',
      'say End.',
    ]);
  });

  const forms: readonly (readonly [(n: number) => string, (n: number) => string])[] = [
    [(n) => `🔧 **Tool Call:** t${n}(x=${n})\n✅ **t${n} Result:**\nr${n}\n\n`, (n) => `t${n}(x=${n}) done → r${n}`],
    [
      (n) => `🔧 **Tool Call:** \`t${n}(x=${n})\`\n✅ **\`t${n}\` result:**\nr${n}\n\n`,
      (n) => `t${n}(x=${n}) done → r${n}`,
    ],
    [(n) => `🔧 **Tool Call:** \`t${n}()\`\n✅ **\`t${n}\`** completed\n\n`, (n) => `t${n}() done`],
    [(n) => `\n\n<tool>t${n}()</tool>\n<validation>t${n}\nr${n}</validation>\n\n`, (n) => `t${n}() done → r${n}`],
    [(n) => `\n\n<tool>t${n}()\nr${n}</tool>\n`, (n) => `t${n}() done → r${n}`],
    [(n) => `\n\n<tool>t${n}()</tool>\n`, (n) => `t${n}() pending`],
    [(n) => `\n\n🔧 \`t${n}\` [${n}] ⏳\n\n`, (n) => `t${n}() pending`],
    [(n) => `\n\n<tool id="${n}" state="start">t${n}()</tool>\n`, (n) => `#${n} t${n}() pending`],
    [(n) => `\n\nwords ${n}\n\n`, (n) => `say words ${n}`],
  ];

  it('in any order, each as if it stood alone', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(forms.length - 1)), (chosen) => {
        const text = chosen
          .map((form, index) => forms[form]?.[0](index + 1))
          .join('')
          .trim();
        const expected = chosen.map((form, index) => forms[form]?.[1](index + 1));
        // Words beside words are one text.
        expect(
          lines(text).flatMap((said) => said.split(/\n{2,}/).map((word) => word.replace(/^words/, 'say words'))),
        ).toEqual(expected);
      }),
    );
  });

  it('in code they are examples', () => {
    for (const [write] of forms.slice(0, -1)) {
      const code = `\`\`\`\n${write(1).trim()}\n\`\`\``;
      expect(readStoredText(code)).toEqual([{ kind: 'text', text: code }]);
    }
  });
});

describe('any text', () => {
  it('without marks is itself', () => {
    fc.assert(
      fc.property(
        fc
          .string({ unit: 'grapheme' })
          .filter((text) => text.trim() !== '' && !text.includes('🔧') && !text.includes('✅')),
        (text) => {
          expect(readStoredText(text)).toEqual([{ kind: 'text', text }]);
        },
      ),
    );
  });

  it('is borne, and costs what its length costs', () => {
    const bits = fc.constantFrom(
      '🔧 ',
      '✅ ',
      '**Tool Call:** ',
      '`',
      '** completed',
      ' result:**',
      '\n',
      '<tool>',
      '</tool>',
      '<validation>',
      '</validation>',
      'a(',
      ')',
      ' [1]',
      ' ⏳',
      '```',
      'x',
      '<p>',
      '**Tool Calls:**\n',
      '• ',
      'Using a with arguments: ',
      'a completed: ',
    );
    fc.assert(fc.property(fc.array(bits), (words) => Array.isArray(readStoredText(words.join('')))));
    for (const unit of [
      '🔧',
      '✅ ',
      '🔧 **Tool Call:** `',
      '✅ **`',
      '✅ a completed: \n',
      '<tool>',
      '<tool>a</tool>',
      '<validation>',
      '🔧 `a` [1] ',
      '🔧 Using a with arguments: \n',
      '**Tool Calls:**\n• ',
      '🔧 `\\',
    ]) {
      expect(Array.isArray(readStoredText(unit.repeat(40_000)))).toBe(true);
    }
    const said = `<validation>${'a completed in 1 '.repeat(40_000)}!</validation>`;
    expect(readStoredText(said)).toHaveLength(1);
  });

  it('that is no text is read as it would be printed', () => {
    const odd: string[] = JSON.parse('[null, 1, {"a": 1}]');
    for (const value of odd) expect(readStoredText(value)).toHaveLength(1);
  });

  it.each(goldenNames)('[L1] what we write ourselves has the same calls in it: %s', (name) => {
    const text = renderText(timeline(threadOf(readGolden(name))), { form: 'blocks' });
    const calls = (parts: readonly StoredPart[]): StoredPart[] => parts.filter(({ kind }) => kind === 'tool');
    expect(calls(readStoredText(text))).toEqual(calls(parseToolBlocks(text)));
  });
});

it("[stranger] a result before its call, both without an id, is that call's, and takes both entries of the trace", () => {
  const [result, done] = completePendingToolBlock('', 'pwd', '/app');
  const [start, begun] = formatToolStarted('pwd', { path: '.' });
  const one = [
    {
      kind: 'tool',
      id: undefined,
      state: 'done',
      call: 'pwd(path=.)',
      name: 'pwd',
      arguments: 'path=.',
      result: '/app',
    },
  ];
  expect(readStoredText(result + start)).toEqual(one);
  expect(readStoredText(result + start, [done, begun])).toEqual(one);
});
