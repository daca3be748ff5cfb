import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ClaudeCodeRecords, text } from '../../test/claude-code-records.ts';
import { Programs } from '../../test/claude-code-programs.ts';
import { accountAddsUp, readFixture } from '../../test/fixtures.ts';
import { expectedOutline, outline } from '../../test/outline.ts';
import { compareReadings } from '../../test/second-reading/compare-readings.ts';
import { readTranscript, tailTranscript } from '../index.ts';
import type { ReadTranscript } from '../index.ts';

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

/** The first of two calls a tool, and its turn is open. */
const dyeing = (): Programs => new Programs(2).asks(0, 'Dye.').calls(0, 'a');

/** The first has two turns, and the second asks after the words before them. */
const joinedBefore = (): Programs => new Programs(2).turn(0, 'Dye.', 'Dyed.').turn(0, 'Dry.', 'Dried.').asks(1, 'Cut.');

const WOVEN = ['@human: Weave.', '= Woven.'];
const SEWN = ['@human: Dye.', '= Dyed.', '@human: Cut.', '= Was cut.', '@human: Sew.', '= Sewn.'];
const TOGETHER = [
  '@human: Dye.',
  '= Dyed.',
  '@human: Dry.',
  '= Dried.',
  '@human: Cut.',
  '@human: Sew.',
  '= Sewn.',
  '= Was cut.',
];

describe('[issue 11] two programs work in one session of Claude Code at the same time', () => {
  type Case = readonly [string, Programs, readonly string[]];
  const cases: readonly Case[] = [
    [
      'each has been answered, and the first goes on',
      new Programs(2).turn(0, 'Dye.', 'Dyed.').turn(1, 'Cut.', 'Was cut.').turn(0, 'Dry.', 'Dried.'),
      ['@human: Dye.', '= Dyed.', '@human: Cut.', '= Was cut.', '@human: Dry.', '= Dried.'],
    ],
    [
      'the first goes on in its open turn, after the second was answered',
      dyeing().turn(1, 'Cut.', 'Was cut.').result(0, 'a', 'dyed').answers(0, 'Dyed.'),
      ['@human: Dye.', '> Bash done: dyed', '@human: Cut.', '= Was cut.', '= Dyed.'],
    ],
    [
      'the first goes on before the second is answered',
      dyeing().asks(1, 'Cut.').result(0, 'a', 'dyed').answers(0, 'Dyed.').answers(1, 'Was cut.'),
      ['@human: Dye.', '> Bash done: dyed', '@human: Cut.', '= Dyed.', '= Was cut.'],
    ],
    [
      'both call tools in turns',
      dyeing()
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
        .turn(1, 'Cut.', 'Was cut.')
        .answers(0, 'Dyed.')
        .turn(0, 'Dry.', 'Dried.'),
      ['@human: Dye.', '@human: Cut.', '= Was cut.', '= Dyed.', '@human: Dry.', '= Dried.'],
    ],
    [
      'the second asks again, and the first goes on after that',
      new Programs(2).turn(0, 'Dye.', 'Dyed.').turn(1, 'Cut.', 'Was cut.').turn(1, 'Sew.', 'Sewn.').asks(0, 'Dry.'),
      [...SEWN, '@human: Dry.'],
    ],
    [
      'a third comes in',
      new Programs(3)
        .turn(0, 'Dye.', 'Dyed.')
        .turn(1, 'Cut.', 'Was cut.')
        .turn(2, 'Sew.', 'Sewn.')
        .asks(1, 'Fold.')
        .asks(0, 'Dry.'),
      [...SEWN, '@human: Fold.', '@human: Dry.'],
    ],
    [
      'the second asks, and the first writes its history again and goes on',
      joinedBefore().resumes(0, false).turn(0, 'Sew.', 'Sewn.').answers(1, 'Was cut.'),
      TOGETHER,
    ],
    [
      'the second asks, and the first writes its history again and again, and goes on',
      joinedBefore().resumes(0, false).resumes(0, false).turn(0, 'Sew.', 'Sewn.').answers(1, 'Was cut.'),
      TOGETHER,
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
    const programs = new Programs(2).turn(0, 'Dye.', 'Dyed.').turn(1, 'Cut.', 'Was cut.');
    programs.turn(0, 'Dry.', 'Dried.').turn(1, 'Sew.', 'Sewn.');
    programs.goesBack(0, 'r4').turn(0, 'Iron.', 'Ironed.');
    const whole = read(programs.lines);
    expect(outline(whole)).toEqual([...WOVEN, ...SEWN, '@human: Iron.', '= Ironed.']);
    expect(rewound(whole)).toBe(2);
    expect(JSON.stringify(whole.events)).toContain('Dried.');
  });

  const left: readonly Case[] = [
    [
      'goes back to a turn of a history that was written again',
      new Programs(1).turn(0, 'Dye.', 'Dyed.').resumes(0, true).goesBack(0, 'r6').asks(0, 'Dry.'),
      ['@human: Dry.'],
    ],
    [
      'goes back in one that was written again at another time, with words that were said twice',
      new Programs(1)
        .turn(0, 'Again.', 'First.')
        .turn(0, 'Again.', 'Second.')
        .resumes(0, false)
        .goesBack(0, 'r10')
        .turn(0, 'Dry.', 'Dried.'),
      ['@human: Again.', '= First.', '@human: Dry.', '= Dried.'],
    ],
    [
      'goes back to the beginning, whose first words had no response',
      new Programs(1).goesBack(0, null).asks(0, 'Dye.').goesBack(0, null).turn(0, 'Dry.', 'Dried.'),
      ['@human: Dry.', '= Dried.'],
    ],
    [
      'goes back in the first of two, and the second goes on',
      new Programs(2)
        .turn(0, 'Dye.', 'Dyed.')
        .turn(1, 'Cut.', 'Was cut.')
        .goesBack(0, 'r2')
        .turn(0, 'Dry.', 'Dried.')
        .answers(1, 'All of it.'),
      ['@human: Cut.', '= Was cut.', '@human: Dry.', '= Dried.', '= All of it.'],
    ],
    [
      'asks in two more programs, and only the first has a response',
      new Programs(3).asks(0, 'Dye.').asks(1, 'Cut.').asks(2, 'Sew.').answers(0, 'Dyed.'),
      ['@human: Dye.', '= Dyed.'],
    ],
  ];

  it.each(left)('[L1] a person %s: what was left is not drawn', (_, { lines }, drawn) => {
    const seen = outline(read(lines));
    expect(seen.filter((line) => !WOVEN.includes(line))).toEqual(drawn);
  });

  it('[L1] a person interrupts the first words of a session, and goes back to its beginning', () => {
    const make = new ClaudeCodeRecords();
    const interrupted = [make.user('Dye.', { parentUuid: null }), make.user('[Request interrupted by user]')];
    const again = [...make.turn('Dry.', 'm1', 'Dried.', { parentUuid: null })];
    expect(outline(read([...interrupted, ...again]))).toEqual(['@human: Dry.', '= Dried.']);
  });

  const first = { parentUuid: null };
  const hook = { parentUuid: 'b', attachment: { type: 'hook_success' } };
  const dried = { parentUuid: 'b', message: { id: 'm1', role: 'assistant', model: 'm', content: [text('Dried.')] } };

  it.each<readonly [string, (make: ClaudeCodeRecords) => readonly string[], readonly string[]]>([
    ['that is answered', (make) => [make.record('assistant', dried)], ['@human: Dry.', '= Dried.']],
    ['that a hook follows', (make) => [make.record('attachment', hook)], ['@human: Dry.']],
    [
      'that another takes the place of',
      (make) => [make.record('attachment', hook), make.user('Sew.', first), make.assistant('m1', text('Sewn.'))],
      ['@human: Sew.', '= Sewn.'],
    ],
    [
      'of another program, and the first is answered',
      (make) => [make.record('assistant', { ...dried, parentUuid: 'a' })],
      ['@human: Dye.', '= Dried.'],
    ],
    [
      'where no record names what it follows',
      (make) => [make.record('assistant', { ...dried, ...first }), make.user('Sew.', first)],
      ['@human: Dye.', '@human: Dry.', '= Dried.', '@human: Sew.'],
    ],
  ])('[L1] a session begins with a prompt twice, the second %s', (_, more, drawn) => {
    const make = new ClaudeCodeRecords();
    const lines = [
      make.user('Dye.', { ...first, uuid: 'a' }),
      make.user('Dry.', { ...first, uuid: 'b' }),
      ...more(make),
    ];
    expect(outline(read(lines))).toEqual(drawn);
    const records = lines.map((line): unknown => JSON.parse(line));
    expect(compareReadings('claude-code', lines.join('\n'), records).differences).toEqual([]);
  });

  it('[L1] while no record has named another, nobody went back: what is said is shown as it comes', () => {
    const make = new ClaudeCodeRecords();
    const tail = tailTranscript({ format: 'claude-code' });
    for (const words of ['Dye.', 'Dry.']) tail.push(Buffer.from(`${make.user(words, { parentUuid: null })}\n`));
    expect(outline(tail)).toEqual(['@human: Dye.', '@human: Dry.']);
  });

  it('[L1] as it comes, it is what the whole gives', () => {
    for (const [, { lines }] of [...cases, ...left]) {
      const tail = tailTranscript({ format: 'claude-code' });
      for (const line of lines) {
        tail.push(Buffer.from(`${line}\n`));
        void tail.state;
      }
      tail.end();
      expect(outline(tail)).toEqual(outline(read(lines)));
    }
  });
});

interface Program {
  /** `anything`: it waits for its person, who may also go back. */
  may: 'ask' | 'answer' | 'anything';
  calls: string[];
}

const steps = fc.array(
  fc.record({
    program: fc.nat({ max: 2 }),
    does: fc.constantFrom('asks', 'calls', 'answers', 'result', 'back', 'resumes', 'resumes later', 'compacts'),
    pick: fc.nat(),
  }),
  { maxLength: 40 },
);

describe('[issue 11] whatever several programs and their people do in one session of Claude Code', () => {
  it.each([1, 2, 3])(
    '[L4] [L1] %i that go back, ask in vain, write their history again and compact: drawn is what is on the way to where one of them is',
    (count) => {
      fc.assert(
        fc.property(steps, (picks) => {
          const programs = new Programs(count);
          const each = Array.from({ length: count }, (): Program => ({ may: 'ask', calls: [] }));
          const act = (program: number, does: string, pick: number): void => {
            const one = each[program]!;
            const { next } = programs;
            if (does === 'back' && one.may !== 'ask') {
              // To before the first words only where nobody else follows them.
              const places = programs.placesOf(program).slice(count === 1 ? 0 : 1);
              programs.goesBack(program, places[pick % places.length] ?? null);
              Object.assign(one, { may: 'ask', calls: [] });
            } else if (one.may === 'ask' || (one.may === 'anything' && does === 'asks')) {
              programs.asks(program, `Words ${next}.`);
              one.may = 'answer';
            } else if (does === 'calls') {
              programs.calls(program, next);
              one.calls.push(next);
              one.may = 'anything';
            } else if (does === 'result') {
              const call = one.calls.shift();
              if (call !== undefined) programs.result(program, call, `Result ${next}.`);
            } else if (one.may === 'answer' || does === 'answers') {
              one.may = 'anything';
              programs.answers(program, `Answer ${next}.`);
            } else if (does === 'compacts') {
              programs.compacts(program, `Summary ${next}.`);
            } else if (does !== 'back') {
              programs.resumes(program, does === 'resumes');
            }
          };
          for (const { program, does, pick } of picks) act(program % count, does, pick);
          // Each goes on after the others have begun.
          for (let round = 0; round < 2; round += 1)
            for (const program of each.keys()) act(program, each[program]!.may === 'ask' ? 'asks' : 'answers', 0);
          const whole = read(programs.lines);
          const drawn = wordsIn(outline(whole).join('\n'));
          expect(drawn).toEqual(wordsIn(programs.ways.map((way) => way.join('\n')).join('\n')));
          if (count > 1 && picks.every(({ does }) => does !== 'back')) expect(rewound(whole)).toBe(0);
          const records = programs.lines.map((line): unknown => JSON.parse(line));
          expect(compareReadings('claude-code', programs.lines.join('\n'), records).differences).toEqual([]);
        }),
        { numRuns: 100 },
      );
    },
  );
});

/** Each once. Of what is said the number is the place in the file: it grows. */
function wordsIn(text: string): readonly string[] {
  return [...new Set(text.match(/(Words|Answer|Result|Summary) r\d+/g))].toSorted();
}
