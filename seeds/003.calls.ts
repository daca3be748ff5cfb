/** One call for each renderer, as several agents write it, for seed 003. */
import { LedgerWriter } from '@toolthread/core';
import type { ContentPart, EventDraft, LedgerEvent, Outcome } from '@toolthread/core';
import type { Json } from '@toolthread/core/json';

export interface SampleCall {
  readonly name: string;
  /** A text: the arguments are no JSON. */
  readonly input: Json;
  /** The model's provider ran it, and told what it gave to nobody but the model. */
  readonly runs?: 'provider';
  readonly text?: string;
  readonly parts?: readonly ContentPart[];
  readonly structured?: Json;
  /** What it says where it fails. */
  readonly failure?: string;
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FABJADveWkH6oAAAAAElFTkSuQmCC';

const QUESTIONS = [
  {
    question: 'Which approach?',
    header: 'Approach',
    multiSelect: false,
    options: [
      { label: 'The hook', description: 'Installed already.' },
      { label: 'Yes, always', description: 'With a comma in its label.' },
    ],
  },
  {
    question: 'Which features?',
    header: 'Features',
    multiSelect: true,
    options: [{ label: 'Dark mode' }, { label: 'Search, fuzzy' }, { label: 'Export' }],
  },
];

export const ANSWERED =
  'User has answered your questions: "Which approach?"="Yes, always", "Which features?"="Dark mode, Search, fuzzy". You can now continue with the user\'s answers in mind.';

/** By renderer, in the order of the table in the documentation. */
export const sampleCalls: Readonly<Record<string, readonly SampleCall[]>> = {
  shell: [
    {
      name: 'Bash',
      input: { command: 'npm test', description: 'Run the tests' },
      text: Array.from({ length: 15 }, (_, line) => `✓ test ${line + 1}`).join('\n'),
    },
    {
      name: 'shell',
      input: { command: ['bash', '-lc', 'ls -a | head -3'] },
      text: '.\n..\n.git',
      structured: { kind: 'shell', exit_code: 0 },
    },
    {
      name: 'exec_command',
      input: { cmd: 'git status --short' },
      text: 'Chunk ID: 1d2aae\nWall time: 0.0000 seconds\nProcess exited with code 0\nOriginal token count: 3\nOutput:\n M a.ts\n M b.ts\n',
      structured: { kind: 'shell', exit_code: 0 },
    },
    { name: 'run_shell_command', input: { command: 'pwd' }, text: '/scratch/parser' },
  ],
  read: [
    {
      name: 'Read',
      input: { file_path: '/app/src/lint.ts', offset: 10, limit: 20 },
      text: '    10→export function lint(text) {\n    11→  return parse(text);\n    12→}\n    13→',
      structured: {
        type: 'text',
        file: { filePath: '/app/src/lint.ts', numLines: 20, startLine: 10, totalLines: 300 },
      },
    },
    {
      name: 'read',
      input: { filePath: 'logo.png' },
      parts: [{ type: 'image', media_type: 'image/png', source: { kind: 'base64', data: PIXEL }, name: 'logo.png' }],
    },
  ],
  write: [
    {
      name: 'write_file',
      input: { file_path: 'notes.md', content: '# Notes\n\nThe parser is "strict".\n' },
      text: 'Successfully created and wrote to new file: notes.md.',
    },
    {
      name: 'save_file',
      input: { path: 'a.txt', content: 'one\n' },
      text: 'Created a.txt (+1 -0 lines).',
      structured: {
        kind: 'diff',
        path: 'a.txt',
        created: true,
        hunks: [{ old_start: 1, new_start: 1, lines: ['+one'] }],
      },
    },
  ],
  edit: [
    {
      name: 'Edit',
      input: { file_path: 'src/lint.ts', old_string: 'strict: true', new_string: "mode: 'strict'" },
      text: 'The file src/lint.ts has been updated.',
      structured: {
        kind: 'diff',
        path: 'src/lint.ts',
        hunks: [
          {
            old_start: 40,
            new_start: 40,
            lines: [
              ' export function lint(text: string) {',
              '-  return parse(text, { strict: true });',
              "+  return parse(text, { mode: 'strict' });",
              ' }',
            ],
          },
        ],
      },
    },
    {
      name: 'edit',
      input: { path: 'a.ts', edits: [{ oldText: 'let a = 1;\nlet b = 2;', newText: 'const a = 1;' }] },
      text: 'Successfully replaced 1 block.',
    },
    {
      name: 'apply_patch',
      input:
        '*** Begin Patch\n*** Update File: README.md\n@@\n-old line\n+new line\n*** Add File: assets/note.txt\n+first\n+second\n*** End Patch',
      text: 'Success. Updated the following files:\nM README.md',
    },
  ],
  files: [
    {
      name: 'Glob',
      input: { pattern: '**/*_test.go', path: 'cmd' },
      text: 'cmd/a_test.go\ncmd/b_test.go',
      structured: { filenames: ['cmd/a_test.go', 'cmd/b_test.go'], numFiles: 2, truncated: false },
    },
    { name: 'list_directory', input: { dir_path: 'src' }, text: 'lint.ts\nparse.ts\nindex.ts\ntypes.ts\nmore.ts' },
  ],
  search: [
    {
      name: 'Grep',
      input: { pattern: 'slog\\.String', path: 'cmd', output_mode: 'content' },
      text: 'cmd/a.go:12: slog.String("a", a)\ncmd/b.go:7: slog.String("b", b)',
      structured: { mode: 'content', numFiles: 0, filenames: [], numLines: 2 },
    },
    {
      name: 'search_files',
      input: { query: 'parse(', pattern: '*.ts' },
      text: 'src/lint.ts:40: return parse(text)',
      structured: {
        kind: 'matches',
        query: 'parse(',
        matches: [{ path: 'src/lint.ts', line: 40, text: 'return parse(text)' }],
        more: false,
      },
    },
  ],
  todo: [
    {
      name: 'TodoWrite',
      input: {
        todos: [
          { content: 'Read the parser', status: 'completed', activeForm: 'Reading' },
          { content: 'Change the one caller', status: 'in_progress', activeForm: 'Changing' },
          { content: 'Run the tests', status: 'pending', activeForm: 'Running' },
        ],
      },
      text: 'Todos have been modified successfully. Ensure that you continue to use the todo list.',
    },
    {
      name: 'update_plan',
      input: {
        plan: [
          { step: 'Look around', status: 'completed' },
          { step: 'Assess', status: 'pending' },
        ],
      },
      text: 'Plan updated',
    },
    { name: 'TaskUpdate', input: { taskId: '3', status: 'in_progress' }, text: 'Updated task #3 status' },
  ],
  agent: [
    {
      name: 'Task',
      input: {
        description: 'Search TypeScript 5.6',
        prompt: 'Search the web for information about TypeScript 5.6.',
        subagent_type: 'general-purpose',
      },
      text: 'TypeScript 5.6 disallows truthiness checks that are always true.',
      structured: { status: 'completed', totalToolUseCount: 12, totalTokens: 3400 },
    },
  ],
  'web-search': [
    {
      name: 'WebSearch',
      input: { query: 'TypeScript 5.6 release' },
      text: 'Web search results for query: "TypeScript 5.6 release"',
      structured: {
        query: 'TypeScript 5.6 release',
        results: [
          {
            tool_use_id: 'srv1',
            content: [
              { title: 'Announcing TypeScript 5.6', url: 'https://devblogs.example/typescript' },
              { title: 'Release notes', url: 'https://www.typescriptlang.example/docs' },
            ],
          },
          'It was released in September 2024.',
        ],
        durationSeconds: 2,
      },
    },
    { name: 'web_search', input: { type: 'search', query: 'video tag in a README' }, runs: 'provider', parts: [] },
  ],
  fetch: [
    {
      name: 'WebFetch',
      input: { url: 'https://devblogs.example/typescript', prompt: 'Extract the key features.' },
      text: 'It disallows some truthiness checks.',
      structured: { url: 'https://devblogs.example/typescript', code: 200, codeText: 'OK', bytes: 12_600 },
    },
  ],
  question: [
    { name: 'AskUserQuestion', input: { questions: QUESTIONS }, text: ANSWERED },
    { name: 'chat_ask_user', input: { questions: [{ question: 'What is it called?' }] }, text: 'Parser 3' },
  ],
  plan: [
    {
      name: 'ExitPlanMode',
      input: { plan: '## Plan: upgrade the parser\n\n1. Read it\n2. Change the **one** caller\n3. Run the tests' },
      text: 'User has approved your plan. You can now start coding.',
    },
  ],
  notebook: [
    {
      name: 'NotebookEdit',
      input: {
        notebook_path: 'study.ipynb',
        cell_id: 'c7',
        cell_type: 'code',
        edit_mode: 'replace',
        new_source: 'import pandas as pd\npd.read_csv("a.csv").head()',
      },
      text: 'Updated cell c7',
    },
  ],
  mcp: [
    {
      name: 'mcp__github__create_issue',
      input: { title: 'The list is slow', labels: ['bug'] },
      text: JSON.stringify({
        number: 212,
        title: 'The list is slow',
        user: { login: 'ada', id: 7 },
        labels: ['bug'],
        html_url: 'https://github.example/212',
      }),
    },
  ],
  plain: [
    { name: 'look_up_release', input: { package: 'parser', channel: 'stable' }, text: '3.0.1' },
    { name: 'Skill', input: { skill: 'reviewer' }, text: 'Launching skill: reviewer' },
  ],
};

/** The calls of one step, in one state. */
export function ledgerOf(
  calls: readonly SampleCall[],
  state: 'streaming' | 'running' | Outcome,
): readonly LedgerEvent[] {
  const ledger = new LedgerWriter('seed-003');
  ledger.write({ type: 'thread.created', title: 'Seed 003' });
  ledger.write({ type: 'agent.status', status: 'running' });
  ledger.write({ type: 'agent.step.started', step: 1 });
  calls.forEach((call, part) => ledger.write(called(call, part, state === 'streaming')));
  if (state === 'streaming') return ledger.events;
  ledger.write({ type: 'agent.step.completed', step: 1, finish_reason: 'tool_calls' });
  for (const part of calls.keys()) ledger.write({ type: 'agent.tool.started', step: 1, call: `c${part}` });
  if (state === 'running') return ledger.events;
  calls.forEach((call, part) => ledger.write(completed(call, part, state)));
  ledger.write({ type: 'agent.status', status: 'completed' });
  return ledger.events;
}

function called({ name, input, runs }: SampleCall, part: number, streaming: boolean): EventDraft {
  const written = typeof input === 'string' ? input : JSON.stringify(input);
  const by = runs === undefined ? {} : { runs };
  if (!streaming)
    return { type: 'agent.tool.called', step: 1, part, call: `c${part}`, name, arguments: written, ...by };
  const text = written.slice(0, Math.ceil(written.length * 0.7));
  return { type: 'agent.tool.input.delta', step: 1, part, offset: 0, text, name };
}

function completed(
  { text, parts, structured, failure = 'ENOENT: no such file or directory' }: SampleCall,
  part: number,
  outcome: Outcome,
): EventDraft {
  const given = parts ?? (text === undefined ? [] : [{ type: 'text', text } as const]);
  const failed = { type: 'text', text: failure } as const;
  return {
    type: 'agent.tool.completed',
    step: 1,
    call: `c${part}`,
    outcome,
    duration_ms: 120,
    ...(outcome === 'done' ? { parts: given } : { parts: [failed], error: { message: failed.text } }),
    ...(structured === undefined || outcome !== 'done' ? {} : { structured }),
  };
}
