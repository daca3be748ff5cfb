/** A thread with a member that does not show its calls. Wherever `SECRET` appears, something of them has leaked. */
import type { EventDraft } from '@toolthread/core';
import type { Ledger } from '@toolthread/store';
import { unwrap } from './start-server.ts';

export const SECRET = 'sesame';
const scope = 'agent:shy';
const child = `child:${SECRET}`;
const call = { scope, step: 1, call: `${SECRET}-call` };
const text = (words: string): { type: 'text'; text: string } => ({ type: 'text', text: words });

export interface ShyMember {
  /** Blobs that only calls of the member name. */
  readonly hidden: readonly string[];
  /** Blobs that it shows, or shares with somebody who does. */
  readonly shown: readonly string[];
  /** What is said and called, in two halves: while a reader reads along, or before. */
  readonly drafts: readonly [readonly EventDraft[], readonly EventDraft[]];
}

export async function shyMember(ledger: Ledger): Promise<ShyMember> {
  const contents = [`${SECRET} whole`, `${SECRET} picture`, `${SECRET} of the child`, 'a picture', 'before', 'after'];
  const hashes = unwrap(await ledger.putBlobs(contents.map((content) => new TextEncoder().encode(content))));
  const [whole = '', picture = '', ofChild = '', shared = '', before = '', after = ''] = hashes;
  const image = (hash: string): object => ({
    type: 'image',
    media_type: 'image/png',
    source: { kind: 'blob', hash, size: 5 },
  });
  const first: unknown[] = [
    { type: 'message.posted', author: '@human', parts: [text('go')], delivery: 'now' },
    { type: 'scope.opened', scope, kind: 'member', name: 'Shy', show_tool_calls: false },
    { type: 'agent.status', scope, status: 'running' },
    { type: 'agent.step.started', scope, step: 1, built_from: 3 },
    { type: 'agent.text.delta', scope, step: 1, part: 0, offset: 0, text: 'I look.' },
    { type: 'agent.tool.input.delta', scope, step: 1, part: 1, offset: 0, text: `"${SECRET}`, name: SECRET },
    { type: 'agent.tool.called', ...call, part: 1, name: SECRET, arguments: `{"q":"${SECRET}"}` },
    {
      type: 'agent.part.completed',
      scope,
      step: 1,
      part: 2,
      kind: 'opaque',
      blob: { provider: 'p', api: 'a', model: 'm', data: SECRET },
    },
    { type: 'agent.step.completed', scope, step: 1, finish_reason: 'tool_calls' },
    { type: 'agent.tool.started', ...call },
    { type: 'workspace.saved', tree: before },
  ];
  const second: unknown[] = [
    { type: 'scope.opened', scope: child, kind: 'child', name: SECRET, parent: { call: call.call, scope, step: 1 } },
    { type: 'message.posted', scope: child, author: '@shy', parts: [text(SECRET), image(ofChild)], delivery: 'now' },
    { type: 'agent.status', scope: child, status: 'running' },
    { type: 'agent.step.started', scope: child, step: 1 },
    { type: 'agent.text.delta', scope: child, step: 1, part: 0, offset: 0, text: SECRET },
    { type: 'agent.tool.called', scope: child, step: 1, part: 1, call: 'c9', name: SECRET, arguments: SECRET },
    { type: 'request.opened', scope: child, step: 1, call: 'c9', request: 'r1', kind: 'question', title: 'May it?' },
    { type: 'request.resolved', scope: child, request: 'r1', decision: 'expired' },
    { type: 'agent.tool.completed', scope: child, step: 1, call: 'c9', outcome: 'failed', error: { message: SECRET } },
    { type: 'agent.status', scope: child, status: 'completed' },
    { type: 'agent.tool.output.delta', ...call, offset: 0, text: SECRET },
    { type: 'agent.tool.retrying', ...call, attempt: 1, max_attempts: 2, error: { message: SECRET } },
    {
      type: 'agent.tool.completed',
      ...call,
      outcome: 'failed',
      parts: [text(SECRET), image(picture), image(shared)],
      structured: { [SECRET]: SECRET },
      full_blob: whole,
    },
    { type: 'agent.step.started', scope, step: 2 },
    { type: 'agent.text.delta', scope, step: 2, part: 0, offset: 0, text: 'Done.' },
    { type: 'agent.part.completed', scope, step: 2, part: 1, kind: 'file', content: image(shared) },
    { type: 'agent.step.completed', scope, step: 2, finish_reason: 'stop' },
    { type: 'workspace.changed', change: 'w1', files: [{ path: 'a.txt', before, after, added: 1, removed: 1 }] },
    {
      type: 'agent.continuation',
      scope,
      should_continue: false,
      stop_reason: 'completed',
      resolved_by: 'finish',
      evaluations: [{ criterion: 'guard', verdict: 'pass', reason: `${SECRET} was called` }],
    },
    { type: 'agent.status', scope, status: 'completed' },
  ];
  return {
    hidden: [whole, picture, ofChild],
    shown: [shared, before, after],
    drafts: [JSON.parse(JSON.stringify(first)), JSON.parse(JSON.stringify(second))],
  };
}
