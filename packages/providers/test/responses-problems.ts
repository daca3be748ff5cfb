/** What the Responses service would refuse in a body, from its rules; shares nothing with the encoder that it judges. */
type Fields = Record<string, unknown>;

const written = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Which item answers a call that runs on this side. */
const ANSWERS: Record<string, string> = {
  function_call: 'function_call_output',
  custom_tool_call: 'custom_tool_call_output',
  shell_call: 'shell_call_output',
  local_shell_call: 'local_shell_call_output',
  apply_patch_call: 'apply_patch_call_output',
  tool_search_call: 'tool_search_output',
};

/** `expect(responsesProblems(encode(request))).toEqual([])` */
export function responsesProblems(body: unknown): string[] {
  const whole = JSON.stringify(body);
  const { input, tools, store, stream, ...rest } = JSON.parse(whole) as Fields;
  const items = input as Fields[];
  const problems: string[] = /\\ud[89a-f]/i.test(whole.replaceAll('\\\\', '')) ? ['half a character'] : [];
  if (whole.includes('after_reasoning')) problems.push('a note of ours');
  if (items.length === 0) problems.push('no input');
  if (store !== false) problems.push('is stored');
  if (stream !== true) problems.push('does not stream');
  if (rest['previous_response_id'] !== undefined || rest['conversation'] !== undefined) problems.push('history twice');
  if (tools !== undefined && (tools as unknown[]).length === 0) problems.push('an empty list of tools');
  const ids = items.flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  if (new Set(ids).size < ids.length) problems.push('an item twice');
  for (const [index, item] of items.entries()) {
    problems.push(
      ...itemProblems(item, items[index + 1]).map((problem) => `${index} ${written(item['type'])}: ${problem}`),
    );
  }
  return [...problems, ...pairProblems(items), ...reasoningProblems(items)];
}

function itemProblems(item: Fields, next: Fields | undefined): string[] {
  const problems: string[] = [];
  const callId = item['call_id'];
  if (typeof callId === 'string' && !/^[A-Za-z0-9_-]{1,64}$/.test(callId)) problems.push(`call_id ${callId}`);
  switch (item['type']) {
    case 'message': {
      const allowed =
        item['role'] === 'assistant' ? ['output_text', 'refusal'] : ['input_text', 'input_image', 'input_file'];
      const content = item['content'] as Fields[];
      if (content.length === 0) problems.push('empty');
      for (const piece of content) problems.push(...pieceProblems(piece, allowed));
      if (item['role'] !== 'assistant' && item['phase'] !== undefined) problems.push('a phase');
      if (item['id'] !== undefined && !written(item['id']).startsWith('msg')) problems.push('id');
      break;
    }
    case 'reasoning': {
      if (!Array.isArray(item['summary'])) problems.push('no summary');
      if (typeof item['encrypted_content'] !== 'string' || item['encrypted_content'] === '')
        problems.push('not encrypted');
      const type = written(next?.['type'] ?? 'nothing');
      const isUser = type === 'message' && next?.['role'] !== 'assistant';
      if (type === 'nothing' || type === 'reasoning' || type.endsWith('_output') || isUser)
        problems.push(`followed by ${type}`);
      break;
    }
    case 'function_call':
      if (item['id'] !== undefined && !written(item['id']).startsWith('fc')) problems.push('id');
      if (!/^[a-zA-Z0-9_-]{1,64}$/.test(written(item['name']))) problems.push(`name ${written(item['name'])}`);
      if (!isObjectText(item['arguments'])) problems.push(`arguments ${written(item['arguments']).slice(0, 50)}`);
      break;
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const { output } = item;
      if (Array.isArray(output) && output.length === 0) problems.push('empty');
      if (typeof output !== 'string' && !Array.isArray(output)) problems.push('no output');
      if (Array.isArray(output)) {
        for (const piece of output as Fields[])
          problems.push(...pieceProblems(piece, ['input_text', 'input_image', 'input_file']));
      }
      break;
    }
    default:
      if (typeof item['type'] !== 'string') problems.push('no type');
  }
  return problems;
}

function pieceProblems(piece: Fields, allowed: readonly string[]): string[] {
  const type = written(piece['type']);
  if (!allowed.includes(type)) return [`${type} in it`];
  const said = piece['text'] ?? piece['refusal'];
  if (typeof said === 'string') return said.trim() === '' ? ['blank'] : [];
  const url = written(piece['image_url']);
  if (type === 'input_image')
    return /^(https?:\/\/\S+|data:image\/(png|jpeg|gif|webp);base64,[\w+/]+=*)$/.test(url) ? [] : [`image ${url}`];
  if (type === 'input_file' && piece['file_url'] !== undefined) return [];
  return written(piece['file_data']).startsWith('data:application/pdf;base64,') && piece['filename'] !== ''
    ? []
    : ['file'];
}

function isObjectText(value: unknown): boolean {
  try {
    const parsed: unknown = JSON.parse(written(value));
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  } catch {
    return false;
  }
}

/** Every call has one answer of its kind after it; an answer has its call before it; a request for approval is answered by its id. */
function pairProblems(items: readonly Fields[]): string[] {
  const open: string[] = [];
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const item of items) {
    const type = written(item['type']);
    const key = written(item['call_id'] ?? null);
    const answer = ANSWERS[type];
    if (answer !== undefined) {
      if (key !== 'null' && seen.has(key)) problems.push(`call_id ${key} twice`);
      seen.add(key);
      open.push(`${answer} ${key}`);
    }
    if (type === 'mcp_approval_request') open.push(`mcp_approval_response ${written(item['id'])}`);
    const wanted =
      type === 'mcp_approval_response' ? `${type} ${written(item['approval_request_id'])}` : `${type} ${key}`;
    if (Object.values(ANSWERS).includes(type) || type === 'mcp_approval_response') {
      const at = open.indexOf(wanted);
      if (at === -1) problems.push(`${wanted} without its call`);
      else open.splice(at, 1);
    }
  }
  return [...problems, ...open.map((key) => `${key} is missing`)];
}

/** An item bears an id that the service gave it after reasoning only if reasoning is there. In these tests `fc_3` came after `rs_3`. */
function reasoningProblems(items: readonly Fields[]): string[] {
  const sent = new Set(items.flatMap(({ type, id }) => (type === 'reasoning' ? [written(id)] : [])));
  return items.flatMap(({ id }) => {
    const [, number] = /^(?:fc|msg|ws|sh)_after_(\d+)$/.exec(written(id)) ?? [];
    return number === undefined || sent.has(`rs_${number}`) ? [] : [`${written(id)} without rs_${number}`];
  });
}
