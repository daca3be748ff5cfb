/** Calls that a model wrote as tags into its text, before the program asked for them in the API's own form. */

export type XmlPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly input: { readonly [name: string]: string } };

const TOOLS = [
  'execute_command',
  'read_file',
  'write_to_file',
  'replace_in_file',
  'apply_diff',
  'insert_content',
  'search_and_replace',
  'search_files',
  'list_files',
  'list_code_definition_names',
  'codebase_search',
  'browser_action',
  'use_mcp_tool',
  'access_mcp_resource',
  'ask_followup_question',
  'attempt_completion',
  'plan_mode_respond',
  'new_task',
  'switch_mode',
  'condense',
  'web_fetch',
  'load_mcp_documentation',
  'update_todo_list',
];
const OPENING = new RegExp(`<(${TOOLS.join('|')}|thinking)>`, 'g');

/** `xmlPieces('Look: <read_file><path>a</path></read_file>')`: words, then a call. A tag that never closes is words. */
export function xmlPieces(text: string): readonly XmlPiece[] {
  const pieces: XmlPiece[] = [];
  let from = 0;
  OPENING.lastIndex = 0;
  for (let found = OPENING.exec(text); found !== null; found = OPENING.exec(text)) {
    const name = found[1] ?? '';
    const inner = OPENING.lastIndex;
    const end = text.indexOf(`</${name}>`, inner);
    if (end === -1) break;
    addText(pieces, text.slice(from, found.index));
    const body = text.slice(inner, end);
    if (name === 'thinking') pieces.push({ kind: 'reasoning', text: body.trim() });
    else pieces.push({ kind: 'call', name, input: inputOf(body) });
    from = end + name.length + 3;
    OPENING.lastIndex = from;
  }
  addText(pieces, text.slice(from));
  return pieces;
}

const HOLDS_FILES = new Set(['content', 'diff']);

function addText(pieces: XmlPiece[], text: string): void {
  if (text.trim() !== '') pieces.push({ kind: 'text', text: text.trim() });
}

/** A parameter ends at its first closing tag; what a file holds ends at the last, for it may hold the same tag. */
function inputOf(body: string): { readonly [name: string]: string } {
  const input = new Map<string, string>();
  let from = 0;
  for (;;) {
    const open = /<([a-z_][a-z_]*)>/g;
    open.lastIndex = from;
    const found = open.exec(body);
    if (found === null) break;
    const name = found[1] ?? '';
    const close = `</${name}>`;
    const end = HOLDS_FILES.has(name) ? body.lastIndexOf(close) : body.indexOf(close, open.lastIndex);
    if (end < open.lastIndex) {
      from = open.lastIndex;
      continue;
    }
    input.set(name, body.slice(open.lastIndex, end).replace(/^\n|\n$/g, ''));
    from = end + name.length + 3;
  }
  return Object.fromEntries(input);
}
