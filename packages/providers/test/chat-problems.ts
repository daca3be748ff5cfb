/** What servers of Chat Completions would refuse in a body, from their rules; shares nothing with the encoder that it judges. */
type Fields = Record<string, unknown>;

/** `expect(chatProblems(encode(request))).toEqual([])`; `server` names whose rules come on top of the official ones. */
export function chatProblems(
  body: unknown,
  server: 'openai' | 'compatible' | 'deepseek' | 'mistral' = 'openai',
): string[] {
  const written = JSON.stringify(body);
  const { messages, tools, stream, ...rest } = JSON.parse(written) as Fields;
  const list = messages as Fields[];
  const problems: string[] = /\\ud[89a-f]/i.test(written.replaceAll('\\\\', '')) ? ['half a character'] : [];
  if (list.length === 0) problems.push('no messages');
  if (stream !== true) problems.push('does not stream');
  if (tools !== undefined && (tools as unknown[]).length === 0) problems.push('an empty list of tools');
  for (const key of ['tool_choice', 'parallel_tool_calls']) {
    if (tools === undefined && rest[key] !== undefined) problems.push(`${key} without tools`);
  }
  const ids = new Set<string>();
  let owed: string[] = [];
  for (const [index, message] of list.entries()) {
    const say = (problem: string): void => void problems.push(`${index} ${String(message['role'])}: ${problem}`);
    if (message['role'] === 'tool') {
      if (owed[0] !== message['tool_call_id']) say(`owed ${owed.join()}, got ${String(message['tool_call_id'])}`);
      owed = owed.slice(1);
      if (typeof message['content'] !== 'string') say('a result that is no text');
      continue;
    }
    if (owed.length > 0) say(`unanswered ${owed.join()}`);
    owed = callsOf(message).map(({ id }) => String(id));
    for (const { id, function: made } of callsOf(message))
      problems.push(...callProblems(String(id), made as Fields, ids, server));
    problems.push(...contentProblems(message, index));
  }
  if (owed.length > 0) problems.push('calls at the end are not answered');
  return [...problems, ...(server === 'openai' ? officialProblems(list) : []), ...serverProblems(list, server)];
}

function callsOf(message: Fields): Fields[] {
  return (message['tool_calls'] ?? []) as Fields[];
}

function callProblems(id: string, made: Fields, ids: Set<string>, server: string): string[] {
  const problems: string[] = [];
  const legal = server === 'mistral' ? /^[A-Za-z0-9]{9}$/ : /^[A-Za-z0-9_-]{1,40}$/;
  if (!legal.test(id)) problems.push(`id ${id}`);
  if (ids.has(id)) problems.push(`id ${id} twice`);
  ids.add(id);
  if (!/^[a-zA-Z0-9_-]{1,64}$/.test(String(made['name']))) problems.push(`name ${String(made['name'])}`);
  try {
    const value: unknown = JSON.parse(String(made['arguments']));
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      problems.push(`arguments ${String(made['arguments'])}`);
  } catch {
    problems.push(`no JSON: ${String(made['arguments']).slice(0, 50)}`);
  }
  return problems;
}

function contentProblems({ role, content, ...message }: Fields, index: number): string[] {
  const problem = (text: string): string[] => [`${index} ${String(role)}: ${text}`];
  if (content === null) return callsOf(message).length > 0 ? [] : problem('no content and no calls');
  if (typeof content === 'string') return role === 'user' && content.trim() === '' ? problem('blank') : [];
  if (!Array.isArray(content) || content.length === 0) return problem('empty content');
  if (role === 'system') return problem('a system message that is no text');
  return (content as Fields[]).flatMap((piece) => pieceProblems(piece).flatMap(problem));
}

function pieceProblems(piece: Fields): string[] {
  const inner = piece[String(piece['type'])];
  switch (piece['type']) {
    case 'text':
      return String(inner).trim() === '' ? ['a blank text'] : [];
    case 'image_url': {
      const { url } = inner as Fields;
      return /^(https?:\/\/\S+|data:image\/(png|jpeg|gif|webp);base64,[\w+/]+=*)$/.test(String(url))
        ? []
        : [`image ${String(url)}`];
    }
    case 'file': {
      const { filename, file_data: data } = inner as Fields;
      return String(filename) !== '' && String(data).startsWith('data:application/pdf;base64,') ? [] : ['file'];
    }
    case 'input_audio':
      return ['wav', 'mp3'].includes(String((inner as Fields)['format'])) ? [] : ['audio'];
    case 'thinking':
      return [];
    default:
      return [`unknown ${String(piece['type'])}`];
  }
}

/** The official service refuses fields that it does not know. */
function officialProblems(list: readonly Fields[]): string[] {
  const known = new Set(['role', 'content', 'refusal', 'tool_calls', 'tool_call_id']);
  return list.flatMap((message) => Object.keys(message).filter((key) => !known.has(key)));
}

function serverProblems(list: readonly Fields[], server: string): string[] {
  const roles = list.map(({ role }) => String(role));
  const said = list.filter(({ role }) => role === 'assistant');
  switch (server) {
    case 'deepseek':
      return [
        ...said.filter((message) => typeof message['reasoning_content'] !== 'string').map(() => 'no reasoning_content'),
        ...list.filter(({ content }) => typeof content !== 'string').map(() => 'content that is no text'),
      ];
    case 'mistral':
      return [
        ...roles.flatMap((role, at) =>
          role === 'user' && roles[at - 1] === 'tool' ? ['the user after a result'] : [],
        ),
        ...roles.flatMap((role, at) => (role === 'system' && at > 0 ? ['system in the middle'] : [])),
        ...(['user', 'tool'].includes(roles.at(-1) ?? '') ? [] : ['ends with the assistant']),
        ...list
          .filter(({ role, name }) => role === 'tool' && typeof name !== 'string')
          .map(() => 'a result without a name'),
        ...said.filter(({ content }) => content === null).map(() => 'null content'),
      ];
    default:
      return [];
  }
}
