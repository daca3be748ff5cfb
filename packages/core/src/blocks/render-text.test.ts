import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goldenNames, readGolden } from '../../fixtures/golden.ts';
import { arbitraryHistory } from '../../fixtures/random-history.ts';
import { askedDrafts } from '../../test/asked-drafts.ts';
import { eventsOf } from '../../test/events-of.ts';
import { called, made, turnTimeline } from '../../test/one-turn.ts';
import type { Said } from '../../test/one-turn.ts';
import type { EventDraft, LedgerEvent } from '../ledger/ledger-event.ts';
import { timeline, threadOf } from '../timeline/timeline.ts';
import { renderText } from './index.ts';
import type { TextForm } from './index.ts';

const FORMS: readonly TextForm[] = ['blocks', 'collapsed', 'expanded'];
const shell = 'run_shell_command';

function turn(said: readonly Said[], form: TextForm, options?: { settle: boolean }): string {
  return renderText(turnTimeline(said, options), { form });
}

function drawn(events: readonly LedgerEvent[], form: TextForm): string {
  return renderText(timeline(threadOf(events)), { form });
}

function golden(name: string, form: TextForm, upTo?: number): string {
  return drawn(readGolden(name).slice(0, upTo), form);
}

const five: readonly Said[] = [
  called(shell, { args: ['pwd'] }, '/app'),
  called(shell, { args: ['uname', '-a'] }, 'Linux server 6.12.33\nx86_64 GNU/Linux'),
  called(
    shell,
    { args: ['python3', '-m', 'pip', 'list'] },
    `pip 24.0\nsetuptools 69.5.1\nwheel 0.43.0${'\nmore'.repeat(12)}`,
  ),
  called('read_file', { file_name: 'pyproject.toml' }, `[name]\nversion = "0.3.1"${'x'.repeat(2331)}`),
  called('list_files', { kwargs: {} }, 'pyproject.toml, uv.lock, .venv/, src/'),
];

it.each(FORMS)('[12.8] where several people are known, each message has the name of its own: %s', (form) => {
  const said = (text: string, by?: string): EventDraft => ({
    type: 'message.posted',
    author: '@human',
    ...(by === undefined ? {} : { by }),
    parts: [{ type: 'text', text }],
    delivery: 'now',
  });
  const text = drawn(eventsOf([said('go', 'Ada'), said('stop')]), form);
  expect(text.split('\n').filter((line) => line !== '')).toEqual(['Ada: go', 'You: stop']);
});

describe('the pictures, to the letter', () => {
  it('collapsed', () => {
    expect(turn(five, 'collapsed')).toBe('🔧 5 tool calls (show details)');
    expect(turn(five.slice(0, 1), 'collapsed')).toBe('🔧 1 tool call (show details)');
  });

  it('expanded', () => {
    expect(turn(five, 'expanded')).toBe(
      [
        '🔧 5 tool calls (hide details)',
        '  run_shell_command(args=["pwd"]) → /app',
        '  run_shell_command(args=["uname", "-a"])',
        '    Linux server 6.12.33',
        '    x86_64 GNU/Linux',
        '  run_shell_command(args=["python3", "-m", "pip", "list"])',
        '    pip 24.0',
        '    setuptools 69.5.1',
        '    wheel 0.43.0',
        '    ... (12 more lines)',
        '  read_file(file_name=pyproject.toml)',
        '    [name]',
        `    version = "0.3.1"${'x'.repeat(476)}`,
        '    … (truncated, 2.3KB)',
        '  list_files(kwargs={}) → pyproject.toml, uv.lock, .venv/, src/',
      ].join('\n'),
    );
  });

  it('while a tool runs', () => {
    const said: Said[] = [
      called(shell, { args: ['pwd'] }, '/app'),
      called(shell, { args: ['uname', '-a'] }, 'Linux 6.12.33'),
      called(shell, { args: ['python3', '--version'] }, 'Python 3.12.12'),
      { name: shell, args: '{"args":["make build"]}' },
    ];
    expect(turn(said, 'expanded', { settle: false })).toBe(
      [
        '🔧 4 tool calls (hide details)',
        '  run_shell_command(args=["pwd"]) → /app',
        '  run_shell_command(args=["uname", "-a"]) → Linux 6.12.33',
        '  run_shell_command(args=["python3", "--version"]) → Python 3.12.12',
        '  run_shell_command(args=["make build"]) ⏳',
      ].join('\n'),
    );
    expect(turn(said, 'collapsed', { settle: false })).toBe('Working · run_shell_command · 4 tool calls ⏳');
  });

  it('between two steps: the calls are counted, and somebody is at work', () => {
    expect(turn(five.slice(0, 1), 'collapsed', { settle: false })).toBe('🔧 1 tool call (show details)\n  Thinking…');
    expect(turn([], 'collapsed', { settle: false })).toBe('Thinking…');
  });

  it('with words that may still be the answer', () => {
    expect(turn(['It is'], 'collapsed', { settle: false })).toBe('Thinking…\n  It is');
    expect(turn(['It is'], 'blocks', { settle: false })).toBe('It is');
  });
});

describe('a group, open', () => {
  it('has its commentary between its calls, in order', () => {
    expect(turn(['First.\n\n', made('a', '1'), 'Then\nthis.', made('b', '2')], 'expanded')).toBe(
      ['🔧 2 tool calls (hide details)', '  First.', '  a() → 1', '  Then', '  this.', '  b() → 2'].join('\n'),
    );
  });

  it('[L3] says what became of each call', () => {
    const said = [
      made('a', 'ok', { outcome: 'failed' }),
      made('b', undefined, { outcome: 'interrupted' }),
      made('c', 'one\ntwo', { outcome: 'denied' }),
    ];
    expect(turn(said, 'expanded')).toBe(
      [
        '🔧 3 tool calls · 1 failed · 1 interrupted · 1 denied (hide details)',
        '  a() · failed → ok',
        '  b() · interrupted',
        '  c() · denied',
        '    one',
        '    two',
      ].join('\n'),
    );
  });

  it('says that a call is tried again, and what a person edited', () => {
    expect(golden('retry-two-of-three', 'expanded', 9)).toContain('⏳\n    ⟳ fetch_url - Retrying (2/3)');
    expect(golden('edited-approval', 'expanded')).toContain(
      '  run_shell_command(command=rm -rf build/cache) · edited → removed 1.9 GB',
    );
  });

  it('shows what a running tool has printed', () => {
    expect(turn([{ name: 'make', output: 'cc -c main.c\n' }], 'expanded', { settle: false })).toBe(
      '🔧 1 tool call (hide details)\n  make() ⏳\n    cc -c main.c',
    );
  });
});

describe('all else a person sees', () => {
  it('a turn from the question to the answer', () => {
    expect(golden('discarded-attempt', 'expanded')).toBe(
      [
        'You: Summarise last night’s incident.',
        '',
        '🔧 1 tool call (hide details)',
        '  Reading the log.',
        '  read_file(path=incident.log) → 02:10 disk full, 02:31 cleared',
        '  Discarded attempt: Overloaded (529)',
        '    Two things happened.',
        '',
        '    At 02:10 the disk was full.',
        '',
        '    At 02:3',
        '',
        'The disk was full at 02:10 and cleared at 02:31.',
        'Assistant · 540ms · 15 tokens · claude-opus-4-7',
      ].join('\n'),
    );
  });

  it('[L1] child runs stand between their call and its result, which came after them, to any depth', () => {
    expect(golden('child-run', 'expanded')).toContain(
      [
        '  task(agent=explorer, prompt=Find the HTTP retry logic)',
        '    ↳ explorer',
        '      🔧 2 tool calls (hide details)',
        '        Searching, and asking for the history.',
        '        search_files(query=retry() → src/http/retry.ts:12',
        '        task(agent=historian, prompt=Who added retry?)',
        '          ↳ historian',
        '            🔧 1 tool call (hide details)',
        '              run_shell_command(command=git log -1 --format=%an src/http/retry.ts) → Noor',
        '            Noor added it.',
        '            Assistant · 306ms · 5 tokens',
        '          Noor added it.',
        '      src/http/retry.ts, by Noor.',
        '      Assistant · 357ms · 10 tokens',
        '    src/http/retry.ts, by Noor.',
        '  read_file(path=docs/http.md) → Retries: see src/http.',
      ].join('\n'),
    );
    expect(golden('child-run', 'collapsed')).not.toContain('explorer');
  });

  it('each member of a team has a section', () => {
    const text = golden('team-of-three-with-consensus', 'collapsed');
    expect(text).toContain('coder:\n  🔧 1 tool call · 1 failed (show details)\n');
    expect(text).toContain(
      'Export team · consensus:\n  Yes, on Friday: the coder adds quoting first.\n  Team · 505ms · 13 tokens',
    );
  });

  it('compaction is a line, and its summary is a detail', () => {
    expect(golden('compaction', 'collapsed')).toContain('\n\nContext compacted · 91,209 → 240 tokens\n\n');
    expect(golden('compaction', 'expanded')).toContain('240 tokens\n  The user asked for open bugs.');
  });

  it('a result without its call is shown', () => {
    for (const form of ['collapsed', 'expanded'] as const) {
      expect(golden('result-before-call', form)).toContain('Result without its call\n  Grep → nobody asked for this');
    }
    expect(golden('result-before-call', 'blocks')).toContain(
      '<tool id="toolu_X" state="done">Grep\nnobody asked for this</tool>',
    );
  });

  it('an answer says how it ended', () => {
    expect(golden('refusal', 'collapsed')).toContain(
      'I can’t help with forging documents.\nAssistant · 610ms · 9 tokens · Refused by the model',
    );
  });

  const ask = askedDrafts(
    [{ question: 'Which?', options: [{ label: 'All' }, { label: 'One', description: 'the linter' }] }],
    { args: '{"q":"Which?"}' },
  );

  it('[issue 11] what was asked and answered stays in sight, and so does a plan that nobody decided on', () => {
    const answers = [{ question: 'Which?', values: ['All'] }];
    const answered: EventDraft[] = [
      ...ask,
      { type: 'request.resolved', request: 'r', decision: 'answered', answers },
      { type: 'agent.tool.completed', call: 'c', step: 1, outcome: 'done', parts: [{ type: 'text', text: 'All' }] },
      { type: 'thread.closed' },
    ];
    expect(drawn(eventsOf(answered), 'collapsed')).toBe('🔧 1 tool call (show details)\n  Which? → All');
    const plan: EventDraft[] = [
      { type: 'agent.step.started', step: 1 },
      {
        type: 'agent.tool.called',
        step: 1,
        part: 0,
        call: 'c',
        name: 'ExitPlanMode',
        arguments: '{"plan":"1. grind"}',
      },
      { type: 'request.opened', request: 'r', kind: 'plan', call: 'c', step: 1 },
      { type: 'thread.closed' },
    ];
    expect(drawn(eventsOf(plan), 'collapsed')).toBe(
      '🔧 1 tool call · 1 without result (show details)\n  Go ahead with this plan? → no answer\n    plan:\n      │ 1. grind',
    );
  });

  it('[L1] a question is never folded away, and has the words of its card', () => {
    const several = askedDrafts([{ question: 'Which?', options: [{ label: 'All' }] }, { question: 'Why?' }], {
      args: '{"questions":[{"free_text":true}]}',
    });
    for (const form of FORMS) {
      const text = drawn(eventsOf(ask), form);
      expect(text).toContain('Waiting for an answer: Which?\n  - All\n  - One: the linter');
      expect(drawn(eventsOf(several), form)).toContain('Waiting for an answer: 2 questions\n  Which?\n  - All\n  Why?');
    }
    expect(drawn(eventsOf(ask), 'expanded')).toContain('🔧 1 tool call · 1 waiting\n\nWaiting for an answer: Which?\n');
  });

  it('a request without a call says what was decided', () => {
    const events = eventsOf([
      { type: 'request.opened', request: 'r', kind: 'plan', title: 'Three steps' },
      {
        type: 'request.resolved',
        request: 'r',
        decision: 'answered',
        answers: [{ question: 'q', values: ['yes'], text: 'soon' }],
      },
    ]);
    expect(drawn(events.slice(0, 1), 'collapsed')).toBe('Waiting for approval of a plan: Three steps');
    expect(drawn(events, 'collapsed')).toBe('Three steps → yes, soon');
  });

  it.each([
    [{}, 'this tool with exactly these arguments', 'exactly these arguments'],
    [
      { covers: 'every page of https://a.example' },
      'every page of https://a.example',
      'every page of https://a.example',
    ],
  ])('[A2 8] an approval says what it would cover in the thread, and what it covers: %j', (more, asked, settled) => {
    const opened = { type: 'request.opened', request: 'r', kind: 'approval', title: 'Run it?', ...more } as const;
    const events = eventsOf([opened, { type: 'request.resolved', request: 'r', decision: 'thread' }]);
    expect(drawn(events.slice(0, 1), 'collapsed')).toBe(
      `Waiting for approval: Run it?\n  Allow in this thread covers ${asked}.`,
    );
    expect(drawn(events, 'collapsed')).toBe(`Run it? → allowed in this thread: ${settled}`);
    const always = eventsOf([opened, { type: 'request.resolved', request: 'r', decision: 'always' }]);
    expect(drawn(always, 'collapsed')).toBe('Run it? → always allowed: exactly these arguments');
  });

  it('a failure is an error, a stop is not', () => {
    expect(golden('failed-run', 'collapsed')).toMatch(/^Error: /m);
    expect(golden('stop-during-tool', 'collapsed')).toMatch(/^Stopped\.$/m);
  });
});

describe('bad input', () => {
  it('[L7] nothing moves the cursor', () => {
    const hostile = '\u001b[2J\u001b]0;title\u0007\b\u009b1A\u007f\ta\r\nb\rc';
    for (const form of ['collapsed', 'expanded'] as const) {
      const events = eventsOf([
        { type: 'message.posted', author: '@eve', parts: [{ type: 'text', text: hostile }], delivery: 'now' },
      ]);
      expect(drawn(events, form)).toBe('eve: ␛[2J␛]0;title␇␈⟨U+009B⟩1A␡\ta\nb\nc');
    }
    const inEntry = turn([called('f', { hostile }, hostile)], 'expanded');
    expect(inEntry).toContain('␛[2J');
    expect(inEntry.replace(/[\n\t]/g, '')).not.toMatch(/\p{Cc}/u);
  });

  it('a thousand child runs inside each other are drawn', () => {
    const drafts: EventDraft[] = [];
    for (let depth = 0; depth < 1000; depth += 1) {
      const scope = depth === 0 ? {} : { scope: `child:${depth}` };
      drafts.push(
        { type: 'agent.step.started', step: 1, ...scope },
        { type: 'agent.tool.called', step: 1, part: 0, call: 'c', name: 'task', arguments: '{}', ...scope },
        {
          type: 'scope.opened',
          scope: `child:${depth + 1}`,
          kind: 'child',
          name: `run ${depth + 1}`,
          parent: { call: 'c', step: 1, ...scope },
        },
      );
    }
    const deep = timeline(threadOf(eventsOf(drafts)));
    for (const form of FORMS) expect(renderText(deep, { form }).length).toBeLessThan(1_000_000);
    expect(renderText(deep, { form: 'expanded' }).split('run ').length).toBe(1000);
  });

  it('any history can be drawn in every form, at any moment', () => {
    fc.assert(
      fc.property(arbitraryHistory(), (events) => {
        for (const form of FORMS) expect(typeof drawn(events, form)).toBe('string');
      }),
    );
  });

  it.each(goldenNames)('%s can be drawn at every moment', (name) => {
    const events = readGolden(name);
    for (let upTo = 0; upTo <= events.length; upTo += 1) {
      for (const form of FORMS) expect(drawn(events.slice(0, upTo), form)).not.toMatch(/undefined|\[object/);
    }
  });
});
