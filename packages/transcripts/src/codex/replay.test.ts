import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { asked, called, event, item, line, META, output } from '../../test/codex-records.ts';
import { accountAddsUp } from '../../test/fixtures.ts';
import { outline } from '../../test/outline.ts';
import { readSession } from '../index.ts';

describe('an agent whose file begins with a copy of its parent’s lines', () => {
  const child = '019b7000-0000-7000-8000-000000000009';
  const turn = (id: string): string => event({ type: 'task_started', turn_id: id });
  const context = (id: string): string => line('turn_context', { turn_id: id, model: 'm' });
  const says = (text: string): string =>
    item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
  const over = (id: string): string => event({ type: 'task_complete', turn_id: id });
  const source = { subagent: { thread_spawn: { parent_thread_id: 's1', depth: 1, agent_nickname: 'Miller' } } };
  const before = [
    META,
    turn('1'),
    context('1'),
    asked('Bake.'),
    called('b1'),
    output('b1', 'baked'),
    over('1'),
    turn('2'),
    context('2'),
    asked('And mill.'),
  ];
  const parent = [
    ...before,
    called('c1', 'spawn_agent'),
    event({ type: 'collab_agent_spawn_end', call_id: 'c1', new_thread_id: child }),
    output('c1', 'started'),
    says('Begun.'),
    over('2'),
    turn('3'),
    asked('Thanks.'),
    over('3'),
  ];

  // Its own turn may have any id that is not one of the copied ones in their place.
  it.each(['3', '7', '1', 'own'])('has no turn of theirs, whatever the ids of turns look like: %s', async (own) => {
    const folder = mkdtempSync(join(tmpdir(), 'toolthread-rollouts-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'rollout-2026-01-01T00-00-00-s1.jsonl');
    writeFileSync(path, parent.join('\n'));
    const lines = [
      line('session_meta', { id: child, source }),
      ...before,
      turn(own),
      context(own),
      asked('Grind.'),
      called('g1', 'mill'),
      output('g1', 'flour'),
      says('Ground.'),
      over(own),
    ];
    writeFileSync(join(folder, `rollout-2026-01-01T00-00-01-${child}.jsonl`), lines.join('\n'));
    const session = await readSession(path);
    if (!session.ok) expect.fail(session.reason);
    expect(outline(session)).toEqual([
      '@human: Bake.',
      '> exec_command done: baked',
      '@human: And mill.',
      `> spawn_agent done: started (agents {"agents":["${child}"]})`,
      '  [Miller]',
      '  @agent: Grind.',
      '  > mill done: flour',
      '  = Ground.',
      '= Begun.',
      '@human: Thanks.',
    ]);
    expect(accountAddsUp(session.state)).toBe(true);
  });
});
