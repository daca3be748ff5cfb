import { describe, expect, it } from 'vitest';
import { asked, called, event, item, output } from '../../test/codex-records.ts';
import { outline } from '../../test/outline.ts';
import { readRollout as read } from '../../test/read-rollout.ts';

const exec = (id: string, exit_code = 0): string =>
  event({ type: 'exec_command_end', call_id: id, command: ['ls'], aggregated_output: 'bed', exit_code });
const mcp = (id: string): string =>
  event({
    type: 'mcp_tool_call_end',
    call_id: id,
    invocation: { server: 's', tool: 't', arguments: {} },
    result: { Ok: { content: [{ type: 'text', text: 'bed' }] } },
  });
const patch = (id: string): string =>
  event({
    type: 'patch_apply_end',
    call_id: id,
    success: true,
    changes: { 'a.md': { type: 'add', content: 'bed\n' } },
  });
const dynamic = (id: string): string =>
  event({ type: 'dynamic_tool_call_response', call_id: id, tool: 't', success: true, content_items: [] });
const spawned = (id: string): string =>
  event({ type: 'collab_agent_spawn_end', call_id: id, new_thread_id: null, status: { errored: 'no room' } });
const completed = (id: string): string =>
  event({ type: 'item_completed', item: { type: 'CommandExecution', id, command: ['ls'], exitCode: 1 } });
const counted = event({
  type: 'token_count',
  info: { total_token_usage: { input_tokens: 3 }, last_token_usage: { input_tokens: 3 } },
});

describe('[issue 11] [L3] an event that tells how a call ended, a line before the item of its call', () => {
  it.each([
    ['exec_command', exec, 'done: words (exit 0)'],
    ['s.t', mcp, 'done: words'],
    ['apply_patch', patch, 'done: words'],
    ['t', dynamic, 'done: words'],
    ['spawn_agent', spawned, 'failed: words'],
    ['exec_command', completed, 'failed: words (exit 1)'],
  ])('is of that call: %s, %o', (name, told, shown) => {
    const thread = read(asked('Go.'), told('c1'), called('c1', name), output('c1', 'words'));
    expect(outline(thread)[1]).toMatch(new RegExp(`^> ${name} ${shown.replace(/[()]/g, String.raw`\$&`)}`));
    expect(outline(thread)).toHaveLength(2);
    expect(thread.counts).toMatchObject({ toolCalls: 1, answered: 1, unanswered: 0 });
  });

  it('is of its own call, where several were called side by side', () => {
    const lines = [
      exec('c1', 1),
      counted,
      exec('c2'),
      called('c1'),
      called('c2'),
      output('c1', 'a'),
      output('c2', 'b'),
    ];
    expect(outline(read(...lines))).toEqual(['> exec_command failed: a (exit 1)', '> exec_command done: b (exit 0)']);
  });

  it('is its result where the file has no output', () => {
    expect(outline(read(exec('c1', 1), called('c1')))).toEqual(['> exec_command failed: bed (exit 1)']);
  });
});

describe('[issue 11] [L1] an event of a call that no item has', () => {
  const said = item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Ground.' }] });
  const aborted = event({ type: 'turn_aborted', turn_id: 't', reason: 'interrupted' });
  const lone = '> exec_command done: bed (exit 0)';

  it.each([
    ['words', [said], [lone, '= Ground.']],
    ['another call', [called('c2'), output('c2', 'b')], [lone, '> exec_command done: b']],
    ['the output of another call', [output('c2', 'b')], [lone, '? b']],
    ['a question', [asked('And?')], [lone, '@human: And?']],
    ['the end of the turn', [aborted], [lone, '! cancelled: Stopped.']],
    ['nothing', [], [lone]],
  ])('stands where the file has it: before %s', (_, after, shown) => {
    expect(outline(read(asked('Go.'), exec('x1'), ...after)).slice(1)).toEqual(shown);
  });
});
