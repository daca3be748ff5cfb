import type { EventDraft, LedgerEvent } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';
import { callDrafts } from '@toolthread/core/testing';
import { ledgerOf } from './first-call.ts';

/** Names of tools, whose calls are drawn in ways of their own: at least one for each renderer. */
const NAMES = (
  'run_shell_command read_file save_file edit_file list_files search_files todo run_agent web_search fetch_url chat_ask_user ' +
  'ExitPlanMode NotebookEdit mcp__github__create_issue strange_tool'
).split(' ');

/** Each argument that some tool has, with the text in it. */
function argumentsWith(text: string): { readonly [name: string]: Json } {
  const texts = (
    'command description path file_path content old_string new_string patch query pattern glob url prompt task plan ' +
    'question header new_source cell_id subagent_type'
  ).split(' ');
  const list = [{ content: text, text, status: 'done', question: text, options: [{ label: text, description: text }] }];
  return { ...Object.fromEntries(texts.map((name) => [name, text])), todos: list, items: list, questions: list };
}

/** Each kind of data that some tool gives, with the text in it. */
const dataWith = (text: string): readonly (readonly [name: string, data: Json])[] => [
  ['strange_tool', text],
  ['mcp__github__create_issue', { [text]: text }],
  ['run_shell_command', { kind: 'shell', exit_code: 1, command: text }],
  ['edit_file', { kind: 'diff', path: text, patch: `@@ -1 +1 @@\n-${text}\n+${text}` }],
  ['list_files', { kind: 'files', path: text, files: [text], more: false }],
  ['search_files', { kind: 'matches', query: text, matches: [{ path: text, line: 1, text }], more: false }],
  ['fetch_url', { kind: 'page', url: text, status: 200, title: text }],
  ['web_search', { results: [{ title: text, url: text }, text] }],
  ['todo', { tasks: [{ subject: text, status: 'done' }] }],
];

export interface ToolSample {
  readonly name: string;
  /** The events of one call, from the step it belongs to. */
  readonly events: readonly LedgerEvent[];
}

/** A call of every tool, one with every kind of data, a question that was answered, and a result that is more than text: with the text in every field. */
export function toolSamples(text: string): readonly ToolSample[] {
  const named = NAMES.map((name) => sample(name, name, text));
  const data = dataWith(text).flatMap(([name, structured]) => [
    sample(`${name} with its data`, name, text, { structured }),
    sample(`a strange tool with the data of ${name}`, 'strange_tool', text, { structured }),
  ]);
  const asked: EventDraft[] = [
    {
      type: 'request.opened',
      request: 'q',
      kind: 'question',
      call: 'c1',
      step: 1,
      questions: [{ question: text, header: text, options: [{ label: text, description: text }] }],
    },
    {
      type: 'request.resolved',
      request: 'q',
      decision: 'answered',
      answers: [{ question: text, values: [text], text }],
    },
  ];
  const media = { type: 'file', media_type: text, source: { kind: 'url', url: text }, name: text } as const;
  return [
    ...named,
    ...data,
    sample('a question that was answered', 'chat_ask_user', text, { asked }),
    sample('a file and a reference', 'strange_tool', text, {
      more: [media, { type: 'reference', name: text, uri: text }],
    }),
  ];
}

interface Given {
  readonly structured?: Json | undefined;
  readonly asked?: readonly EventDraft[];
  readonly more?: Extract<EventDraft, { type: 'agent.tool.completed' }>['parts'];
}

function sample(
  title: string,
  name: string,
  text: string,
  { structured, asked = [], more = [] }: Given = {},
): ToolSample {
  const [called, ended] = callDrafts(name, text, {
    args: JSON.stringify(argumentsWith(text)),
    end: { parts: [{ type: 'text', text }, ...more], ...(structured === undefined ? {} : { structured }) },
  });
  const begun: EventDraft[] = [
    { type: 'agent.status', status: 'running' },
    { type: 'agent.step.started', step: 1 },
  ];
  const events = ledgerOf(...begun, called, ...asked, ended);
  return { name: title, events };
}
