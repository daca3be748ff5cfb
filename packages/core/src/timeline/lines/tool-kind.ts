/** What a tool does, whichever agent it belongs to. One table maps names to kinds. */
import { textOf } from '../../ledger/json/fields.ts';
import { planTools, questionTools } from './asks-person.ts';

/** What a tool does. */
export type ToolKind =
  | 'shell'
  | 'read'
  | 'write'
  | 'edit'
  | 'files'
  | 'search'
  | 'todo'
  | 'agent'
  | 'web-search'
  | 'fetch'
  | 'question'
  | 'plan'
  | 'notebook'
  | 'mcp';

/** A row for each kind: our own names, and those of Claude Code, Codex, opencode, Gemini CLI, pi and Cline. */
const rows: readonly (readonly [kind: ToolKind, names: string])[] = [
  ['shell', 'run_shell_command Bash BashOutput shell shell_command exec exec_command write_stdin local_shell'],
  ['shell', 'KillShell KillBash container.exec unified_exec bash user_shell execute_command'],
  ['read', 'read_file read_output Read NotebookRead view_image read read_many_files'],
  ['write', 'save_file Write write write_file write_to_file'],
  ['edit', 'edit_file Edit MultiEdit apply_patch edit multiedit patch replace replace_in_file'],
  ['files', 'list_files Glob LS list_dir glob list list_directory find ls'],
  ['search', 'search_files Grep grep_files grep codesearch search_file_content grep_search'],
  ['todo', 'todo TodoWrite TodoRead TaskCreate TaskGet TaskUpdate TaskList'],
  ['todo', 'update_plan todowrite todoread write_todos'],
  ['agent', 'run_agent Task Agent TaskOutput TaskStop AgentOutputTool'],
  ['agent', 'spawn_agent task codebase_investigator delegate_to_agent new_task'],
  ['web-search', 'WebSearch web_search websearch google_web_search'],
  ['fetch', 'fetch_url WebFetch webfetch web_fetch'],
  ['question', questionTools],
  ['plan', planTools],
  ['notebook', 'NotebookEdit'],
];

/** The kind of each known name. */
export const toolKinds: ReadonlyMap<string, ToolKind> = new Map(
  rows.flatMap(([kind, names]) => names.split(' ').map((name) => [name, kind] as const)),
);

/**
 * What a tool does. Undefined for an unknown name.
 *
 * @example
 * toolKind('Bash'); //=> 'shell'
 */
export function toolKind(name: string): ToolKind | undefined {
  return toolKinds.get(name) ?? (mcpName(name) === undefined ? undefined : 'mcp');
}

/**
 * The names of the tools that are meant where somebody asks for a kind of them. A part of a name is no kind, and means whatever has it.
 *
 * @example
 * namesOfKind('notebook'); //=> ['NotebookEdit']
 * namesOfKind('note'); //=> []
 */
export function namesOfKind(asked: string): readonly string[] {
  return [...toolKinds].flatMap(([name, kind]) => (kind === asked.toLowerCase() ? [name] : []));
}

/** A tool of an MCP server. */
export interface McpName {
  readonly server: string;
  readonly tool: string;
}

/**
 * The server and the tool in the name that agents give to a tool of MCP. Undefined for any other name.
 *
 * @example
 * mcpName('mcp__github__create_issue'); //=> { server: 'github', tool: 'create_issue' }
 */
export function mcpName(name: string): McpName | undefined {
  const given = textOf(name) ?? '';
  const plain = given.startsWith('mcp__') ? given.slice('mcp__'.length) : given;
  const at = plain.indexOf('__');
  if (at < 1 || at + 2 >= plain.length) return undefined;
  return { server: plain.slice(0, at), tool: plain.slice(at + 2) };
}
