/** What Anthropic would refuse in a body, from its rules; shares nothing with the encoder that it judges. */
type Fields = Record<string, unknown>;

const ID = /^[a-zA-Z0-9_-]{1,64}$/;
const NAME = /^[a-zA-Z0-9_-]{1,128}$/;
const IN_RESULT = ['text', 'image', 'document', 'search_result', 'tool_reference'];

/** `expect(anthropicProblems(encode(request))).toEqual([])` */
export function anthropicProblems(body: unknown): string[] {
  const written = JSON.stringify(body);
  const { messages = [], tools = [], system = [], max_tokens: limit, thinking } = JSON.parse(written) as Fields;
  const problems: string[] = /\\ud[89a-f]/i.test(written.replaceAll('\\\\', '')) ? ['half a character'] : [];
  const list = messages as { role: string; content: Fields[] }[];
  if (typeof limit !== 'number') problems.push('no max_tokens');
  if (list.length === 0) problems.push('no messages');
  if (list[0]?.role !== 'user') problems.push('begins with the assistant');
  const seen = new Set<unknown>();
  const serverCalls = new Map<unknown, number>();
  const lastAssistant = list.findLastIndex(({ role }) => role === 'assistant');
  for (const [index, { role, content }] of list.entries()) {
    const say = (problem: string): void => void problems.push(`${index}: ${problem}`);
    if (role === list[index - 1]?.role) say('the same role twice');
    if (content.length === 0) say('empty');
    const owed = ids(list[index - 1]?.role === 'assistant' ? list[index - 1]?.content : [], 'tool_use', 'id');
    const given = ids(content, 'tool_result', 'tool_use_id');
    if (JSON.stringify(owed) !== JSON.stringify(given)) say(`owed ${owed.join()} but got ${given.join()}`);
    if (content.slice(0, given.length).some(({ type }) => type !== 'tool_result')) say('a result after words');
    const types = content.map(({ type }) => type);
    const isLate = (type: unknown, at: number): boolean =>
      types[at - 1] === 'tool_use' && type !== 'tool_use' && !isThinking(type);
    if (types.some(isLate)) say('something after a call');
    if (types.includes('tool_use') && types.at(-1) !== 'tool_use') say('does not end with its calls');
    for (const [at, block] of content.entries()) {
      problems.push(
        ...blockProblems(block, role, content[at - 1], content[at + 1]).map((problem) => `${index}.${at}: ${problem}`),
      );
      if (block['type'] === 'tool_use' || isServerCall(block)) {
        if (seen.has(block['id'])) say(`id ${String(block['id'])} twice`);
        seen.add(block['id']);
      }
      if (isServerCall(block)) serverCalls.set(block['id'], index);
      if (isServerResult(block) && !serverCalls.delete(block['tool_use_id'])) say('a server result without its call');
    }
  }
  for (const [id, index] of serverCalls) {
    const waits = list.slice(lastAssistant).some(({ content }) => JSON.stringify(content).includes(String(id)));
    if (index !== lastAssistant && !waits) problems.push(`${index}: server call ${String(id)} without its result`);
  }
  const last = list.at(-1);
  const end = last?.content.at(-1);
  if (last?.role === 'assistant' && !(end !== undefined && (isServerCall(end) || isServerResult(end))))
    problems.push('ends with the assistant');
  problems.push(...toolProblems(tools as Fields[], list));
  const all = [...(system as Fields[]), ...list.flatMap(({ content }) => content)];
  if ((system as Fields[]).some(({ text }) => String(text).trim() === '')) problems.push('an empty system block');
  if (all.filter(({ cache_control: mark }) => mark !== undefined).length > 4)
    problems.push('more than four breakpoints');
  if (
    (thinking as Fields | undefined)?.['type'] === 'enabled' &&
    last?.content.some(({ type }) => type === 'tool_result')
  ) {
    if (!isThinking(list.at(-2)?.content[0]?.['type']))
      problems.push('thinking is on, and the last calls were not thought about');
  }
  return problems;
}

function blockProblems(block: Fields, role: string, before: Fields | undefined, after: Fields | undefined): string[] {
  const { type, text, id, name, input, content, is_error: isError, signature, cache_control: mark } = block;
  const say = (problem: string, is: boolean): string[] => (is ? [problem] : []);
  switch (type) {
    case 'text': {
      const isPlace = isThinking(before?.['type']) && isThinking(after?.['type']);
      return [...say('no words', String(text).trim() === '' && !isPlace), ...say('empty text', text === '')];
    }
    case 'thinking':
      return [
        ...say('unsigned', typeof signature !== 'string' || signature === ''),
        ...say('a mark on thinking', mark !== undefined),
        ...say('role', role !== 'assistant'),
      ];
    case 'redacted_thinking':
      return say('a mark on thinking', mark !== undefined);
    case 'tool_use':
      return [
        ...say('id', !ID.test(String(id))),
        ...say('name', !NAME.test(String(name))),
        ...say('input', !isObject(input)),
        ...say('role', role !== 'assistant'),
      ];
    case 'tool_result': {
      const items = Array.isArray(content) ? (content as Fields[]) : [];
      return [
        ...say('role', role !== 'user'),
        ...say(
          'kind in result',
          items.some((item) => !IN_RESULT.includes(String(item['type']))),
        ),
        ...say(
          'no words in result',
          items.some((item) => item['type'] === 'text' && String(item['text']).trim() === ''),
        ),
        ...say('an empty error', isError === true && (content === undefined || content === '' || items.length > 0)),
      ];
    }
    case 'image':
    case 'document':
      return say('role', role !== 'user');
    default:
      return say(`a ${String(type)} of the user`, role !== 'assistant');
  }
}

function toolProblems(tools: readonly Fields[], list: readonly { content: Fields[] }[]): string[] {
  const names = tools.map(({ name }) => name);
  const speaks = list.some(({ content }) => content.some(({ type }) => type === 'tool_use' || type === 'tool_result'));
  return [
    ...(speaks && tools.length === 0 ? ['no tools, but calls'] : []),
    ...(new Set(names).size === names.length ? [] : ['a tool twice']),
    ...names.filter((name) => !NAME.test(String(name))).map((name) => `tool name ${String(name)}`),
  ];
}

function ids(content: readonly Fields[] | undefined, type: string, key: string): unknown[] {
  return (content ?? []).flatMap((block) => (block['type'] === type ? [block[key]] : []));
}

function isThinking(type: unknown): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}

function isServerCall({ type }: Fields): boolean {
  return type === 'server_tool_use' || type === 'mcp_tool_use';
}

function isServerResult({ type }: Fields): boolean {
  return String(type).endsWith('_tool_result');
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
