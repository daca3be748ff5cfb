/** Ledgers that no fixture holds, because they are long, or hostile in every field. */
import type { EventDraft, LedgerEvent } from '@toolthread/core';
import { hostileAnswer, hostileOutput, TRAP } from './agent/hostile-output.ts';

const hostileWord = `<img src="${TRAP}/word" onerror="alert('word')">\u202E[x](javascript:alert(1))`;

/** As JSON lines. */
export function ledgerText(drafts: readonly EventDraft[]): string {
  return drafts
    .map((draft, index): LedgerEvent => ({
      v: 1,
      thread: 'made',
      seq: index + 1,
      at: 1_794_819_600_000 + index * 40,
      ...draft,
    }))
    .map((event) => JSON.stringify(event))
    .join('\n');
}

/** What a person says with a picture and a file: their names stand in the bubble. */
export function attachedLedger(): EventDraft[] {
  const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const bytes = { kind: 'base64', data } as const;
  return [
    { type: 'thread.created', title: 'Attached' },
    {
      type: 'message.posted',
      author: '@human',
      parts: [
        { type: 'text', text: 'Look at `this`:' },
        { type: 'image', media_type: 'image/png', source: bytes, name: 'page.png' },
        { type: 'file', media_type: 'text/csv', source: bytes, name: 'october.csv' },
      ],
      delivery: 'now',
    },
  ];
}

/** This many turns of a question, five calls with commentary, and an answer: three items each. */
export function longLedger(turns: number): EventDraft[] {
  const drafts: EventDraft[] = [{ type: 'thread.created', title: 'Long' }];
  for (let turn = 0; turn < turns; turn += 1) {
    const [calling, answering] = [turn * 2 + 1, turn * 2 + 2];
    drafts.push(
      {
        type: 'message.posted',
        author: '@human',
        parts: [{ type: 'text', text: `Question ${turn}` }],
        delivery: 'now',
      },
      { type: 'agent.status', status: 'running' },
      { type: 'agent.step.started', step: calling },
      { type: 'agent.part.completed', step: calling, part: 0, kind: 'text', text: 'Looking.' },
    );
    for (let part = 1; part <= 5; part += 1) {
      const call = `c${part}`;
      drafts.push(
        {
          type: 'agent.tool.called',
          step: calling,
          part,
          call,
          name: 'read_file',
          arguments: `{"path":"file-${part}.ts"}`,
        },
        { type: 'agent.tool.completed', step: calling, call, outcome: 'done', parts: [{ type: 'text', text: 'ok' }] },
      );
    }
    drafts.push(
      { type: 'agent.step.completed', step: calling, finish_reason: 'tool_calls' },
      { type: 'agent.step.started', step: answering },
      {
        type: 'agent.part.completed',
        step: answering,
        part: 0,
        kind: 'text',
        text: `Answer ${turn}. ${'Words. '.repeat(40)}`,
      },
      { type: 'agent.step.completed', step: answering, finish_reason: 'stop' },
      { type: 'agent.status', status: 'completed' },
    );
  }
  return drafts;
}

/** This many turns whose answers are between a line and several screens high, never two alike in a row. */
export function mixedLedger(turns: number): EventDraft[] {
  const shapes = [1, 40, 7, 400, 2, 120, 15];
  return longLedger(turns).map((draft, index) => {
    if (draft.type !== 'agent.part.completed' || !draft.text?.startsWith('Answer')) return draft;
    const words = 'Words of an answer. '.repeat(shapes[index % shapes.length] ?? 1);
    const code = index % 3 === 0 ? `\n\n\`\`\`ts\n${'let a = 1;\n'.repeat(index % 40)}\`\`\`` : '';
    const table = index % 5 === 0 ? `\n\n| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(index % 30)}` : '';
    return { ...draft, text: `${draft.text.split('.')[0]}. ${words}${code}${table}` };
  });
}

/** Something to scroll through, then a question and an approval that wait. */
export function waitingLedger(): EventDraft[] {
  const questions = [{ question: 'Which?', options: [{ label: 'One' }, { label: 'Two' }], free_text: true }];
  return [
    ...longLedger(20),
    { type: 'message.posted', author: '@human', parts: [{ type: 'text', text: 'Go' }], delivery: 'now' },
    { type: 'agent.step.started', step: 100 },
    { type: 'agent.tool.called', step: 100, part: 0, call: 'q', name: 'ask', arguments: '{}' },
    { type: 'request.opened', request: 'r1', kind: 'question', call: 'q', step: 100, questions },
    { type: 'agent.tool.called', step: 100, part: 1, call: 'a', name: 'publish', arguments: '{"tag":"latest"}' },
    { type: 'request.opened', request: 'r2', kind: 'approval', call: 'a', step: 100 },
  ];
}

/** Hostile words in every place of a ledger where foreign words can be. */
export function hostileLedger(): EventDraft[] {
  const word = hostileWord;
  const parts = [
    { type: 'text', text: hostileOutput },
    { type: 'image', media_type: 'image/png', source: { kind: 'url', url: `${TRAP}/image` }, name: word },
    {
      type: 'image',
      media_type: 'image/svg+xml',
      source: { kind: 'base64', data: 'PHN2ZyBvbmxvYWQ9ImFsZXJ0KDEpIi8+' },
      name: word,
    },
    { type: 'image', media_type: 'image/png', source: { kind: 'base64', data: 'AAAA' }, name: word },
    { type: 'image', media_type: 'image/png', source: { kind: 'blob', hash: '../../x', size: 1 }, name: word },
    {
      type: 'file',
      media_type: `text/html;${word}`,
      source: { kind: 'url', url: `javascript:alert('file')` },
      name: word,
    },
    { type: 'reference', name: word, uri: `javascript:alert('reference')` },
  ] as const;
  const error = { message: hostileOutput, code: word };
  return [
    { type: 'thread.created', title: word, workspace: word },
    { type: 'agent.configured', provider: word, api: word, model: word },
    { type: 'message.posted', author: '@human', parts, mentions: [word], delivery: 'now' },
    { type: 'message.posted', author: word, parts: [{ type: 'text', text: hostileAnswer }], delivery: 'now' },
    { type: 'agent.status', status: 'running' },
    { type: 'agent.step.started', step: 1 },
    { type: 'agent.part.completed', step: 1, part: 0, kind: 'reasoning', text: hostileAnswer },
    { type: 'agent.part.completed', step: 1, part: 1, kind: 'text', text: hostileAnswer },
    {
      type: 'agent.tool.called',
      step: 1,
      part: 2,
      call: 'c1',
      name: word,
      arguments: JSON.stringify({ [word]: hostileOutput }),
    },
    {
      type: 'agent.tool.completed',
      step: 1,
      call: 'c1',
      outcome: 'failed',
      parts,
      structured: { [word]: hostileOutput },
      error,
    },
    { type: 'agent.tool.called', step: 1, part: 3, call: 'c2', name: 'run', arguments: hostileOutput },
    {
      type: 'agent.tool.completed',
      step: 1,
      call: 'c2',
      outcome: 'done',
      structured: { exit_code: 1 },
      parts: [{ type: 'text', text: hostileOutput }],
    },
    { type: 'agent.tool.called', step: 1, part: 4, call: 'c3', name: 'edit', arguments: '{}' },
    {
      type: 'agent.tool.completed',
      step: 1,
      call: 'c3',
      outcome: 'done',
      structured: { kind: 'diff', path: word, patch: `@@ -1 +1 @@\n-${hostileAnswer}\n+${word}` },
    },
    { type: 'agent.tool.called', step: 1, part: 5, call: 'c4', name: 'ask', arguments: '{}' },
    {
      type: 'request.opened',
      request: 'q1',
      kind: 'question',
      call: 'c4',
      step: 1,
      title: word,
      questions: [
        { question: word, header: word, options: [{ label: word, description: hostileOutput }], free_text: true },
      ],
    },
    { type: 'agent.tool.called', step: 1, part: 6, call: 'c5', name: word, arguments: '{}' },
    {
      type: 'request.opened',
      request: 'q2',
      kind: 'approval',
      call: 'c5',
      step: 1,
      proposed_arguments: JSON.stringify({ [word]: hostileOutput }),
    },
    {
      type: 'request.opened',
      request: 'q3',
      kind: 'elicitation',
      title: `${word}\n${hostileAnswer}`,
      questions: [{ question: word, free_text: true, optional: true }],
    },
    {
      type: 'request.opened',
      request: 'q4',
      kind: 'plan',
      title: word,
      proposed_arguments: JSON.stringify({ plan: hostileAnswer }),
    },
    { type: 'request.opened', request: 'q5', kind: 'plan', title: word, proposed_arguments: hostileOutput },
    {
      type: 'workspace.changed',
      change: word,
      files: [{ path: word, before: 'x', after: 'y', added: 1, removed: 1 }, { path: hostileOutput }],
      unknown: [word, hostileOutput],
    },
    {
      type: 'message.posted',
      author: '@human',
      parts: [{ type: 'text', text: hostileAnswer }],
      delivery: 'followUp',
    },
    { type: 'agent.tool.completed', call: 'lost', name: word, outcome: 'failed', parts, error },
    { type: 'scope.opened', scope: `agent:${word}`, kind: 'member', name: word },
    { type: 'agent.status', scope: `agent:${word}`, status: 'running' },
    { type: 'agent.status', scope: `agent:${word}`, status: 'failed', error_message: hostileOutput },
    { type: 'context.compacted', summary: hostileAnswer, replaces_to: 3 },
    { type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls', error },
    { type: 'agent.step.started', step: 2 },
    { type: 'agent.text.delta', step: 2, part: 0, offset: 0, text: `${word} ${hostileOutput}` },
    { type: 'agent.part.completed', step: 2, part: 0, kind: 'text', text: hostileAnswer },
    {
      type: 'agent.part.completed',
      step: 2,
      part: 1,
      kind: 'source',
      content: { type: 'reference', name: word, uri: `data:text/html,x` },
    },
    { type: 'agent.step.completed', step: 2, finish_reason: 'stop' },
    { type: 'agent.status', status: 'failed', error_message: hostileOutput },
  ];
}
