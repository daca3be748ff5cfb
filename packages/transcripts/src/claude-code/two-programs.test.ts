import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClaudeCodeRecords, text, toolUse } from '../../test/claude-code-records.ts';
import { accountAddsUp, readFixture } from '../../test/fixtures.ts';
import { expectedOutline, outline } from '../../test/outline.ts';
import { compareReadings } from '../../test/second-reading/compare-readings.ts';
import { readTranscript, tailTranscript } from '../index.ts';
import type { ReadTranscript } from '../index.ts';

/** Several programs write into one session: each follows its own last record. */
class Programs {
  readonly lines: string[] = [];
  readonly #make = new ClaudeCodeRecords();
  readonly #last: (string | null)[];

  constructor(count: number) {
    this.#last = Array.from({ length: count }, () => null);
    this.#write(0, this.#make.user('Weave.', this.#follows(0)));
    this.#write(0, this.#response(0, text('Woven.')));
    this.#last.fill('r2');
  }

  asks(program: number, words: string): this {
    return this.#write(program, this.#make.user(words, this.#follows(program)));
  }

  calls(program: number, id: string): this {
    return this.#write(program, this.#response(program, toolUse(id)));
  }

  answers(program: number, words: string): this {
    return this.#write(program, this.#response(program, text(words)));
  }

  result(program: number, id: string, words: string): this {
    return this.#write(program, this.#make.result(id, words, this.#follows(program)));
  }

  /** The person in front of it goes back to that record. */
  goesBack(program: number, record: string | null): this {
    this.#last[program] = record;
    return this;
  }

  get next(): string {
    return `r${this.lines.length + 1}`;
  }

  #follows(program: number): { readonly uuid: string; readonly parentUuid: string | null } {
    return { uuid: this.next, parentUuid: this.#last[program] ?? null };
  }

  #response(program: number, block: object): string {
    const message = { id: `m${this.next}`, role: 'assistant', model: 'm', content: [block] };
    return this.#make.record('assistant', { ...this.#follows(program), message });
  }

  #write(program: number, line: string): this {
    this.#last[program] = this.next;
    this.lines.push(line);
    return this;
  }
}

function read(lines: readonly string[]): ReadTranscript {
  const whole = readTranscript(lines.join('\n'), { format: 'claude-code' });
  expect(accountAddsUp(whole.state)).toBe(true);
  expect(whole.state.account.records).toBe(lines.length);
  expect([...whole.state.anomalies.first]).toEqual([]);
  return whole;
}

function rewound({ state }: ReadTranscript): number {
  return state.account.hidden.get('rewound') ?? 0;
}

const WOVEN = ['@human: Weave.', '= Woven.'];

describe('[issue 11] two programs work in one session of Claude Code at the same time', () => {
  const cases: readonly (readonly [string, Programs, readonly string[]])[] = [
    [
      'each has been answered, and the first goes on',
      new Programs(2)
        .asks(0, 'Dye.')
        .answers(0, 'Dyed.')
        .asks(1, 'Cut.')
        .answers(1, 'Was cut.')
        .asks(0, 'Dry.')
        .answers(0, 'Dried.'),
      ['@human: Dye.', '= Dyed.', '@human: Cut.', '= Was cut.', '@human: Dry.', '= Dried.'],
    ],
    [
      'the first goes on in its open turn, after the second was answered',
      new Programs(2)
        .asks(0, 'Dye.')
        .calls(0, 'a')
        .asks(1, 'Cut.')
        .answers(1, 'Was cut.')
        .result(0, 'a', 'dyed')
        .answers(0, 'Dyed.'),
      ['@human: Dye.', '> Bash done: dyed', '@human: Cut.', '= Was cut.', '= Dyed.'],
    ],
    [
      'the first goes on before the second is answered',
      new Programs(2)
        .asks(0, 'Dye.')
        .calls(0, 'a')
        .asks(1, 'Cut.')
        .result(0, 'a', 'dyed')
        .answers(0, 'Dyed.')
        .answers(1, 'Was cut.'),
      ['@human: Dye.', '> Bash done: dyed', '@human: Cut.', '= Dyed.', '= Was cut.'],
    ],
    [
      'both call tools in turns',
      new Programs(2)
        .asks(0, 'Dye.')
        .calls(0, 'a')
        .asks(1, 'Cut.')
        .calls(1, 'b')
        .result(0, 'a', 'dyed')
        .result(1, 'b', 'was cut')
        .answers(0, 'Dyed.')
        .answers(1, 'Was cut.'),
      ['@human: Dye.', '> Bash done: dyed', '@human: Cut.', '> Bash done: was cut', '= Dyed.', '= Was cut.'],
    ],
    [
      'the second joins in the middle of a turn, and stops; the first goes on with its turn, and then asks again',
      new Programs(2)
        .asks(0, 'Dye.')
        .goesBack(1, 'r3')
        .asks(1, 'Cut.')
        .answers(1, 'Was cut.')
        .answers(0, 'Dyed.')
        .asks(0, 'Dry.')
        .answers(0, 'Dried.'),
      ['@human: Dye.', '@human: Cut.', '= Was cut.', '= Dyed.', '@human: Dry.', '= Dried.'],
    ],
    [
      'the second asks again, and the first goes on after that',
      new Programs(2)
        .asks(0, 'Dye.')
        .answers(0, 'Dyed.')
        .asks(1, 'Cut.')
        .answers(1, 'Was cut.')
        .asks(1, 'Sew.')
        .answers(1, 'Sewn.')
        .asks(0, 'Dry.'),
      ['@human: Dye.', '= Dyed.', '@human: Cut.', '= Was cut.', '@human: Sew.', '= Sewn.', '@human: Dry.'],
    ],
    [
      'a third comes in',
      new Programs(3)
        .asks(0, 'Dye.')
        .answers(0, 'Dyed.')
        .asks(1, 'Cut.')
        .answers(1, 'Was cut.')
        .asks(2, 'Sew.')
        .answers(2, 'Sewn.')
        .asks(1, 'Fold.')
        .asks(0, 'Dry.'),
      [
        '@human: Dye.',
        '= Dyed.',
        '@human: Cut.',
        '= Was cut.',
        '@human: Sew.',
        '= Sewn.',
        '@human: Fold.',
        '@human: Dry.',
      ],
    ],
  ];

  it.each(cases)('[L1] %s: both count, in the order of the file', (_, { lines }, drawn) => {
    const whole = read(lines);
    expect(outline(whole)).toEqual([...WOVEN, ...drawn]);
    expect(rewound(whole)).toBe(0);
  });

  it('a whole session of two, one of which goes back', () => {
    const whole = readFixture('claude-code/two-programs.jsonl');
    expect(outline(whole)).toEqual(expectedOutline('claude-code/two-programs'));
    expect(rewound(whole)).toBe(2);
  });

  it('a person goes back in one of them: the other one stays', () => {
    const programs = new Programs(2).asks(0, 'Dye.').answers(0, 'Dyed.').asks(1, 'Cut.').answers(1, 'Was cut.');
    programs.asks(0, 'Dry.').answers(0, 'Dried.').asks(1, 'Sew.').answers(1, 'Sewn.');
    programs.goesBack(0, 'r4').asks(0, 'Iron.').answers(0, 'Ironed.');
    const whole = read(programs.lines);
    expect(outline(whole)).toEqual([
      ...WOVEN,
      '@human: Dye.',
      '= Dyed.',
      '@human: Cut.',
      '= Was cut.',
      '@human: Sew.',
      '= Sewn.',
      '@human: Iron.',
      '= Ironed.',
    ]);
    expect(rewound(whole)).toBe(2);
    expect(JSON.stringify(whole.events)).toContain('Dried.');
  });

  it('[L1] as it comes, it is what the whole gives', () => {
    for (const [, { lines }] of cases) {
      const tail = tailTranscript({ format: 'claude-code' });
      for (const line of lines) {
        tail.push(Buffer.from(`${line}\n`));
        void tail.state;
      }
      tail.end();
      expect(outline(tail)).toEqual(outline(read(lines)));
    }
  });

  const steps = fc.array(
    fc.record({
      program: fc.nat({ max: 1 }),
      does: fc.constantFrom('asks', 'calls', 'answers', 'result', 'back'),
      pick: fc.nat(),
    }),
    { maxLength: 40 },
  );

  it('[L4] [L1] however they write and go back: both readings agree; and where nobody goes back, every record counts', () => {
    fc.assert(
      fc.property(steps, (picks) => {
        const programs = new Programs(2);
        const each = [0, 1].map(() => ({ may: 'ask', calls: new Array<string>(), places: ['r2'] }));
        const answer = (program: number): void => {
          each[program]!.places.push(programs.next);
          programs.answers(program, `Answer ${programs.next}.`);
        };
        for (const { program, does, pick } of picks) {
          const { may, calls, places } = each[program]!;
          const { next } = programs;
          each[program]!.may = 'anything';
          if (may === 'ask' || (may === 'anything' && does === 'asks')) {
            programs.asks(program, `Words ${next}.`);
            each[program]!.may = 'answer';
          } else if (does === 'answers' || (may === 'answer' && does !== 'calls')) answer(program);
          else if (does === 'calls') {
            programs.calls(program, next);
            calls.push(next);
          } else if (does === 'result') {
            const call = calls.shift();
            if (call !== undefined) programs.result(program, call, `Result ${next}.`);
          } else {
            // Only to where its own session has been.
            places.splice(1 + (pick % places.length));
            programs.goesBack(program, places.at(-1) ?? null);
            calls.length = 0;
            each[program]!.may = 'ask';
          }
        }
        // Each goes on after the others have begun.
        for (const [program, { may }] of each.entries()) if (may !== 'ask') answer(program);
        const whole = read(programs.lines);
        if (picks.every(({ does }) => does !== 'back')) expect(rewound(whole)).toBe(0);
        const records = programs.lines.map((line): unknown => JSON.parse(line));
        expect(compareReadings('claude-code', programs.lines.join('\n'), records).differences).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
