/**
 * An agent without a model, for tests of everything around it. What it does follows from the last message:
 * `ask` asks a question and waits, `approve` asks for leave, `hang` works until it is stopped, `throw` throws, `remove` says that
 * it removed `gone.txt` from the workspace; anything else calls a tool and answers by repeating the words.
 */
import { hasWork } from '@toolthread/agent';
import { nextStepOf } from '@toolthread/core/queries';
import type { EventDraft, ThreadState } from '@toolthread/core';
import type { Agent, RunInput } from '@toolthread/server';

export const scriptedAgent: Agent = {
  hasWork: (thread) => hasWork(thread),

  async run(input) {
    const { thread } = input;
    if (thread.scopes.get('')?.stopRequested === true) return stop(input);
    const open = openCall(thread);
    const said = open?.settled;
    if (open !== undefined && said !== undefined) {
      await input.append([
        { type: 'agent.status', status: 'running' },
        {
          type: 'agent.tool.completed',
          step: open.step,
          call: open.call,
          outcome: 'done',
          parts: [{ type: 'text', text: said }],
        },
        { type: 'agent.step.completed', step: open.step, finish_reason: 'tool_calls' },
      ]);
      return answer(input, thread.seq + 3, `You said ${said}.`);
    }
    // It was cut off: what it had begun is not begun again.
    const words = lastWords(thread);
    if (words?.fresh !== true) return answer(input, thread.seq, 'I was interrupted.');
    return begin(input, words.text);
  },

  /** A call that had started may have had its effect: it ends `interrupted`, and is not made again ([L6]). */
  recover: (thread) =>
    [...thread.calls.open.entries()].flatMap<EventDraft>(([place]) => {
      const call = thread.calls.byPlace.get(place);
      if (call?.state.name !== 'running') return [];
      return [{ type: 'agent.tool.completed', step: call.step, call: call.id, outcome: 'interrupted' }];
    }),
};

async function begin(input: RunInput, text: string): Promise<void> {
  const { thread, append, signal, blobs } = input;
  const step = nextStepOf(thread, undefined);
  const call = `c${step}`;
  const seen = await append([
    { type: 'agent.status', status: 'running' },
    { type: 'agent.step.started', step, built_from: thread.seq },
    { type: 'agent.text.delta', step, part: 0, offset: 0, text: 'I will ' },
  ]);
  if (text.includes('throw')) throw new Error('the model is gone');
  await append([{ type: 'agent.text.delta', step, part: 0, offset: 7, text: `look at ${text}.` }]);
  const kind = text.includes('ask') ? 'question' : text.includes('approve') ? 'approval' : undefined;
  await append([{ type: 'agent.tool.called', step, part: 1, call, name: kind ?? 'echo', arguments: '{"a":1}' }]);
  if (kind !== undefined) {
    const questions =
      kind === 'question' ? { questions: [{ question: 'Which?', options: [{ label: 'one' }, { label: 'two' }] }] } : {};
    await append([
      { type: 'request.opened', request: `r${step}`, kind, call, step, ...questions },
      { type: 'agent.status', status: 'awaiting_user', previous_status: 'running' },
    ]);
    return;
  }
  await append([{ type: 'agent.tool.started', step, call }]);
  if (text.includes('remove')) {
    const before = await blobs.put(new TextEncoder().encode('it was here\n'));
    const files = [{ path: 'gone.txt', before, added: 0, removed: 1 }];
    await append([{ type: 'workspace.changed', change: `w${step}`, files }]);
  }
  if (text.includes('hang')) {
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve());
    });
    return stop(input);
  }
  const events = await append([
    { type: 'agent.tool.completed', step, call, outcome: 'done', parts: [{ type: 'text', text }] },
    { type: 'agent.step.completed', step, finish_reason: 'tool_calls' },
  ]);
  return answer(input, events.at(-1)?.seq ?? seen.length, `You said ${text}.`);
}

async function answer({ thread, append }: RunInput, builtFrom: number, text: string): Promise<void> {
  const step = nextStepOf(thread, undefined) + (openCall(thread) === undefined ? 1 : 0);
  await append([{ type: 'agent.step.started', step, built_from: builtFrom }]);
  for (let offset = 0; offset < text.length; offset += 8) {
    await append([{ type: 'agent.text.delta', step, part: 0, offset, text: text.slice(offset, offset + 8) }]);
  }
  await append([
    { type: 'agent.step.completed', step, finish_reason: 'stop' },
    { type: 'agent.status', status: 'completed', previous_status: 'running' },
  ]);
}

async function stop({ thread, append }: RunInput): Promise<void> {
  await append([]);
  const call = openCall(thread) ?? {
    step: nextStepOf(thread, undefined),
    call: `c${nextStepOf(thread, undefined)}`,
  };
  await append([
    { type: 'agent.tool.completed', step: call.step, call: call.call, outcome: 'interrupted' },
    { type: 'agent.status', status: 'cancelled' },
  ]);
}

function openCall(thread: ThreadState): { step: number; call: string; settled: string | undefined } | undefined {
  for (const [place] of thread.calls.open.entries()) {
    const call = thread.calls.byPlace.get(place);
    if (call === undefined) continue;
    const settled = call.request?.settled;
    const said = settled?.answers.flatMap(({ values }) => values).join(', ') ?? '';
    return { step: call.step, call: call.id, settled: settled === undefined ? undefined : said || settled.decision };
  }
  return undefined;
}

/** `fresh`: nothing was done since. */
function lastWords(thread: ThreadState): { text: string; fresh: boolean } | undefined {
  let fresh = true;
  for (let i = thread.log.length - 1; i >= 0; i -= 1) {
    const entry = thread.log.at(i);
    if (entry?.kind === 'step') fresh = false;
    if (entry?.kind !== 'message') continue;
    const text = entry.message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    return { text, fresh };
  }
  return undefined;
}
