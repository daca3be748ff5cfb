import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { asked, called, event, item, line, META, output } from '../../test/codex-records.ts';
import { readRollout as read } from '../../test/read-rollout.ts';
import { outline } from '../../test/outline.ts';
import { readSession, readTranscript, sessionPieces } from '../index.ts';

describe('[L4] what a person typed is shown, whatever it begins with', () => {
  const looks = '<environment_context>\n<cwd>/mill</cwd>\n</environment_context>';
  const typed = (message: string): string => event({ type: 'user_message', message });

  it.each(['<environment_context> is what?', '# AGENTS.md instructions for /x are wrong', looks])(
    'the event says that it was typed: %j',
    (words) => {
      expect(outline(read(asked(words), typed(words)))).toEqual([`@human: ${words}`]);
      expect(outline(read(typed(words), asked(words)))).toEqual([`@human: ${words}`]);
    },
  );

  it('without an event, what has the whole form of the program is the program’s', () => {
    expect(outline(read(asked(looks), asked('Grind.'), typed('Grind.')))).toEqual(['@human: Grind.']);
    expect(outline(read(event({ type: 'user_message', message: looks, kind: 'environment_context' })))).toEqual([]);
  });
});

describe('a web search is shown once', () => {
  const action = { type: 'search', query: 'grist' };
  const asItem = (more: object = {}): string => item({ type: 'web_search_call', status: 'completed', action, ...more });
  const asEvent = (id: string, more: object = {}): string =>
    event({ type: 'web_search_end', call_id: id, query: 'grist', action, ...more });
  const end = event({ type: 'task_complete', turn_id: 't' });

  it.each([
    ['the event, then its item with the same id', [asEvent('ws_1'), asItem({ id: 'ws_1' })]],
    ['the item with an id, then its event', [asItem({ id: 'ws_1' }), asEvent('ws_1')]],
    ['the event, then its item with another id', [asEvent('call_1'), asItem({ id: 'ws_1' })]],
    ['the item with an id, then an event with another', [asItem({ id: 'ws_1' }), asEvent('call_1')]],
    ['the event, then its item without an id', [asEvent('ws_1', { action: undefined }), asItem()]],
    ['the item without an id, then its event', [asItem(), asEvent('ws_1', { action: undefined })]],
    ['only the item', [asItem({ id: 'ws_1' })]],
    ['only the event', [asEvent('ws_1')]],
  ])('%s', (_, lines) => {
    const shown = outline(read(asked('What is grist?'), ...lines, end));
    expect(shown).toEqual(['@human: What is grist?', '> web_search done']);
  });

  it('two searches for the same stay two', () => {
    const lines = [asEvent('ws_1'), asItem({ id: 'ws_1' }), asEvent('ws_2'), asItem({ id: 'ws_2' })];
    expect(outline(read(...lines, end))).toEqual(['> web_search done', '> web_search done']);
  });
});

describe('[L4] an output', () => {
  it('[issue 11] has the words, whether the event about its call comes before or after it', () => {
    const said = 'Wall time: 1.5000 seconds\nProcess exited with code 0\nOutput:\nbed';
    const ended = { type: 'exec_command_end', call_id: 'c1', command: ['ls'], aggregated_output: 'bed', exit_code: 0 };
    const [call, told, out] = [called('c1'), event(ended), output('c1', said)];
    for (const lines of [
      [call, told, out],
      [call, out, told],
      [out, call, told],
      [out, told, call],
    ])
      expect(outline(read(...lines)).join('\n')).toContain('Wall time: 1.5000 seconds');
  });

  const aborted = event({ type: 'turn_aborted', turn_id: 't', reason: 'interrupted' });

  it('[L3] that comes after the turn was aborted reaches its call', () => {
    const shown = outline(read(asked('Grind.'), called('c1'), aborted, output('c1', 'half of it')));
    expect(shown).toEqual(['@human: Grind.', '> exec_command interrupted: half of it', '! cancelled: Stopped.']);
  });

  it.each([
    ['aborted by user after 2.0s', 'interrupted'],
    ['Wall time: 1 seconds\nProcess exited with code 3\nOutput:\nno', 'failed'],
    ['Wall time: 1 seconds\nProcess exited with code 0\nOutput:\nok', 'done'],
  ])('[L3] and says itself how it ended: %j', (said, outcome) => {
    const [shown] = outline(read(called('c1'), aborted, output('c1', said)));
    expect(shown).toMatch(new RegExp(`^> exec_command ${outcome}`));
  });

  it('that comes twice counts once', () => {
    const thread = read(called('c1'), aborted, output('c1', 'first'), output('c1', 'second'));
    expect(outline(thread)[0]).toBe('> exec_command interrupted: first');
    expect(thread.account.hidden.get('other-result')).toBe(1);
  });

  it.each([
    [{ type: 'text', text: 'ground' }, 'ground'],
    [{ type: 'input_text', text: 'ground' }, 'ground'],
    [{ content: 'ground', success: true }, 'ground'],
    [{ flour: 3 }, '{"flour":3}'],
  ])('that is an object is not empty: %j', (said, words) => {
    expect(outline(read(called('c1', 'mill'), output('c1', said)))).toEqual([`> mill done: ${words}`]);
  });

  it('[L3] whose failure an event tells later has failed', () => {
    const ended = { type: 'exec_command_end', call_id: 'c1', command: ['grind'], exit_code: 2, stdout: '', stderr: '' };
    const [shown] = outline(read(called('c1'), output('c1', 'no corn'), event(ended)));
    expect(shown).toBe('> exec_command failed: no corn (exit 2)');
  });
});

describe('[issue 11] [L3] [L4] a call whose output the file does not have', () => {
  const end = event({ type: 'task_complete', turn_id: 't' });
  const aborted = event({ type: 'turn_aborted', turn_id: 't', reason: 'interrupted' });
  const exec = (exit_code: number): string =>
    event({ type: 'exec_command_end', call_id: 'c1', command: ['ls'], aggregated_output: 'bed', exit_code });
  const mcp = event({
    type: 'mcp_tool_call_end',
    call_id: 'c1',
    invocation: { server: 's', tool: 't', arguments: {} },
    result: { Ok: { content: [{ type: 'text', text: 'bed' }] } },
  });

  it.each([
    ['failed, by an event', [exec(1), end], '> exec_command failed: bed (exit 1)'],
    ['is done, by an event', [exec(0)], '> exec_command done: bed (exit 0)'],
    ['of MCP is done, by an event', [mcp, end], '> exec_command done: bed'],
    ['had ended when the turn was stopped', [exec(0), aborted], '> exec_command done: bed (exit 0)'],
    ['gets an output later', [exec(1), aborted, output('c1', 'No bed.')], '> exec_command failed: No bed. (exit 1)'],
    ['has none', [end], '> exec_command lost'],
  ])('%s', (_, lines, shown) => {
    expect(outline(read(called('c1'), ...lines))[0]).toBe(shown);
  });
});

describe('[issue 12, files c] a process that goes on after its call was answered', () => {
  const running = (session: number): string =>
    `Chunk ID: a\nWall time: 1.0 seconds\nProcess running with session ID ${session}\nOutput:\nstarting`;
  const ended = (code: number): string => `Wall time: 1.0 seconds\nProcess exited with code ${code}\nOutput:\nover`;
  const waits = (id: string, session: number | string): string =>
    item({
      type: 'function_call',
      name: 'write_stdin',
      arguments: JSON.stringify({ session_id: session }),
      call_id: id,
    });
  const outcomes = (...lines: string[]): string[] =>
    outline(read(...lines)).map((shown) => shown.split(':', 1).join('').replace('> ', ''));

  it('[L3] has failed when the output of a later call says so', () => {
    const lines = [called('c1'), output('c1', running(77)), waits('c2', 77), output('c2', running(77))];
    expect(outcomes(...lines)).toEqual(['exec_command done', 'write_stdin done']);
    expect(outcomes(...lines, waits('c3', '77'), output('c3', ended(1)))).toEqual([
      'exec_command failed',
      'write_stdin done',
      'write_stdin failed',
    ]);
  });

  it('and not when it ended well, nor when another one failed, nor by words of its output', () => {
    const first = [called('c1'), output('c1', running(77)), called('c2'), output('c2', running(78))];
    const well = [waits('c3', 77), output('c3', ended(0)), waits('c4', 78), output('c4', ended(2))];
    expect(outcomes(...first, ...well).slice(0, 2)).toEqual(['exec_command done', 'exec_command failed']);
    const said = output('c3', 'Wall time: 1.0 seconds\nOutput:\nProcess exited with code 1');
    expect(outcomes(...first, waits('c3', 77), said)[0]).toBe('exec_command done');
  });
});

it('[L1] [L4] words that only an event has stand before the call that followed them', () => {
  const lines = [
    asked('Grind.'),
    event({ type: 'agent_reasoning', text: 'Which stone?' }),
    event({ type: 'agent_message', message: 'The coarse one.' }),
    called('c1', 'mill'),
    output('c1', 'flour'),
    event({ type: 'agent_message', message: 'Ground.' }),
    item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Ground.' }] }),
  ];
  expect(outline(read(...lines))).toEqual([
    '@human: Grind.',
    '~ Which stone?',
    '. The coarse one.',
    '> mill done: flour',
    '= Ground.',
  ]);
});

describe('a subagent', () => {
  const child = '019b76da-a800-7000-8000-000000000001';
  const spawned = (id: string): object => ({ type: 'collab_agent_spawn_end', call_id: 'c1', new_thread_id: id });
  const source = { subagent: { thread_spawn: { parent_thread_id: 's1', depth: 1, agent_nickname: 'Miller' } } };
  const childLines = [
    line('session_meta', { id: child, source, cwd: '/mill' }),
    event({ type: 'task_started', turn_id: child }),
    asked('Grind the corn.'),
    called('k1', 'mill'),
    output('k1', 'flour'),
    item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Ground.' }] }),
  ];

  it('is known by the session that started it', () => {
    const thread = readTranscript(childLines.join('\n'));
    const [created] = thread.events;
    expect(created).toMatchObject({
      type: 'thread.created',
      source: { format: 'codex', session: child, parent: 's1' },
    });
  });

  const heard = JSON.stringify({ agent_id: child, nickname: 'Miller' });
  it.each<[string, readonly string[], string]>([
    ['an event', [called('c1', 'spawn_agent'), event(spawned(child)), output('c1', 'started')], 'started'],
    ['the output', [called('c1', 'spawn_agent'), output('c1', heard)], heard],
    ['an output that came first', [output('c1', heard), called('c1', 'spawn_agent')], heard],
  ])('stands under its call, by %s, from a file of the same day or another', async (_, spawn, words) => {
    const folder = mkdtempSync(join(tmpdir(), 'toolthread-rollouts-'));
    const [day, next] = ['01', '02'].map((name) => join(folder, '2026', '01', name));
    try {
      for (const place of [day!, next!]) {
        for (const made of [day!, next!]) mkdirSync(made, { recursive: true });
        const lines = [META, asked('Bake.'), ...spawn];
        const path = join(day!, 'rollout-2026-01-01T00-00-00-s1.jsonl');
        writeFileSync(path, lines.join('\n'));
        writeFileSync(join(place, `rollout-2026-01-01T00-00-01-${child}.jsonl`), childLines.join('\n'));
        const session = await readSession(path);
        if (!session.ok) expect.fail(session.reason);
        expect(session.agents).toBe(1);
        expect(outline(session)).toEqual([
          '@human: Bake.',
          `> spawn_agent done: ${words} (agents {"agents":["${child}"]})`,
          '  [Miller]',
          '  @agent: Grind the corn.',
          '  > mill done: flour',
          '  = Ground.',
        ]);
        expect(session.state.anomalies.count).toBe(0);
        rmSync(join(folder, '2026'), { recursive: true });
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it('[attack 4] a summary that is no text is left out, and the session is read', () => {
  const reasoning = { type: 'Reasoning', id: 'r1', summary_text: [{ toString: 1, valueOf: 1 }, 'Think.'] };
  expect(() => read(asked('Grind.'), event({ type: 'item_completed', item: reasoning }))).not.toThrow();
});

describe('[issue 11] [L3] an event about a call', () => {
  const outcomeOf = (name: string, told: object): string | undefined =>
    outline(read(called('c1', name), event({ call_id: 'c1', ...told }), output('c1', 'words')))[0]?.split(':')[0];

  it.each([
    ['exec_command', { type: 'exec_command_end', exit_code: 0, status: 'failed' }, 'failed'],
    ['exec_command', { type: 'exec_command_end', exit_code: -1, status: 'declined' }, 'denied'],
    ['mcp', { type: 'mcp_tool_call_end', status: 'failed', result: {} }, 'failed'],
    ['mill', { type: 'dynamic_tool_call_response', status: 'failed' }, 'failed'],
    ['spawn_agent', { type: 'collab_agent_spawn_end', new_thread_id: null, status: { errored: 'no room' } }, 'failed'],
    ['send_input', { type: 'collab_agent_interaction_end', receiver_thread_id: 't', status: 'failed' }, 'failed'],
    ['spawn_agent', { type: 'collab_agent_spawn_end', new_thread_id: 't2', status: 'pending_init' }, 'done'],
  ])('%s, %j: it is %s', (name, told, outcome) => {
    expect(outcomeOf(name, told)).toBe(`> ${name} ${outcome}`);
  });

  const spawnedT2 = { type: 'collab_agent_spawn_end', call_id: 'c1', new_thread_id: 't2', status: 'pending_init' };
  const errored = { t2: { errored: 'no flour' }, t3: { completed: 'ground' } };
  const notification = JSON.stringify({ agent_id: 't2', status: errored.t2 });
  it.each([
    [
      'the end of a wait',
      [called('c2', 'wait'), event({ type: 'collab_waiting_end', call_id: 'c2', statuses: errored })],
    ],
    [
      'what a wait gave',
      [called('c2', 'wait_agent'), output('c2', JSON.stringify({ status: errored, timed_out: false }))],
    ],
    ['a notification', [asked(`<subagent_notification>${notification}</subagent_notification>`)]],
  ])('an agent that failed after its call was answered: by %s', (_, lines) => {
    const spawn = [called('c1', 'spawn_agent'), event(spawnedT2), output('c1', 'started')];
    const thread = read(asked('Bake.'), ...spawn, ...lines);
    expect(outline(thread)[1]).toMatch(/^> spawn_agent failed: started/);
    expect(thread.events.findLast((one) => one.type === 'agent.tool.completed' && one.call === 'c1')).toMatchObject({
      error: { message: 'no flour' },
    });
  });

  it.each([
    ['in the same item', 'Script failed\nWall time 1.0 seconds\nOutput:\nError: boom', []],
    ['in the next item', 'Script failed\nWall time 1.0 seconds\nOutput:\n', ['Error: boom']],
  ])('a script that failed says why: %s', (_, head, more) => {
    const said = [head, ...more].map((text) => ({ type: 'input_text', text }));
    const { events } = read(asked('Bake.'), called('c1', 'exec'), output('c1', said));
    expect(events.find((one) => one.type === 'agent.tool.completed')).toMatchObject({
      outcome: 'failed',
      error: { message: 'Error: boom' },
    });
  });

  it('that says neither an exit code nor a status leaves it to the output', () => {
    const told = event({ type: 'exec_command_end', call_id: 'c1' });
    const said = output('c1', 'execution error: no such file');
    expect(outline(read(called('c1'), told, said))[0]).toMatch(/^> exec_command failed/);
  });
});

it('[issue 11] [L5] processes that end well, turns after their call was answered, do not hold a long session together', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollout-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'rollout-1.jsonl');
  const head = 'Wall time: 1.0 seconds\nProcess';
  const turns = (code: number): string[] =>
    Array.from({ length: 40 }, (_, turn) => [
      asked(`turn ${turn}`),
      called(`c${turn}`),
      output(`c${turn}`, `${head} running with session ID ${turn % 5}\nOutput:\n`),
      item({
        type: 'function_call',
        name: 'write_stdin',
        arguments: JSON.stringify({ session_id: (turn + 1) % 5 }),
        call_id: `w${turn}`,
      }),
      output(`w${turn}`, `${head} exited with code ${code}\nOutput:\n`),
      item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: `over ${turn}` }] }),
    ]).flat();
  const piecesOf = async (code: number): Promise<number> => {
    writeFileSync(path, [META, ...turns(code)].join('\n'));
    const session = await sessionPieces(path, { leastBytes: 0 });
    return session.ok ? (await Array.fromAsync(session.pieces())).length : 0;
  };
  expect(await piecesOf(0)).toBeGreaterThan(20);
  // One that failed reaches the call that began it, however far back.
  expect(await piecesOf(1)).toBeLessThan(10);
});
