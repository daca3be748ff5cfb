/** What Gemini would refuse in a body, from its rules; shares nothing with the encoder that it judges. */
type Fields = Record<string, unknown>;

const NAME = /^[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/;
const KINDS = [
  'text',
  'functionCall',
  'functionResponse',
  'inlineData',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
];

/** `expect(geminiProblems(encode(request), request.model)).toEqual([])` */
export function geminiProblems(body: unknown, model: string): string[] {
  const written = JSON.stringify(body);
  const { contents = [], tools = [] } = JSON.parse(written) as Fields;
  const problems: string[] = /\\ud[89a-f]/i.test(written.replaceAll('\\\\', '')) ? ['half a character'] : [];
  const isOld = /gemini-[12]/.test(model);
  const list = contents as { role: string; parts: Fields[] }[];
  const seen = new Set<unknown>();
  if (list.length === 0) problems.push('no contents');
  if (list[0]?.role !== 'user') problems.push('begins with the model');
  if (list.at(-1)?.role !== 'user') problems.push('ends with the model');
  for (const [index, { role, parts }] of list.entries()) {
    const say = (problem: string): void => void problems.push(`${index}: ${problem}`);
    const before = list[index - 1];
    const calls = inside(before?.parts, 'functionCall');
    const responses = inside(parts, 'functionResponse');
    const followsResponses =
      role === 'user' && inside(before?.parts, 'functionResponse').length > 0 && responses.length === 0;
    if (before?.role === role && !followsResponses) say('the same role twice');
    if (parts.length === 0) say('empty');
    if (calls.length !== responses.length) say(`${calls.length} calls, ${responses.length} responses`);
    if (responses.length > 0 && parts.length !== responses.length) say('something beside the responses');
    for (const [at, call] of calls.entries()) {
      if (call['id'] !== responses[at]?.['id'] || call['name'] !== responses[at]?.['name'])
        say('a response in another place');
    }
    for (const part of parts)
      problems.push(...partProblems(part, role, isOld).map((problem) => `${index}: ${problem}`));
    for (const { id } of inside(parts, 'functionCall')) {
      if (seen.has(id) || id === '') say(`id ${String(id)} twice`);
      seen.add(id);
    }
    const first = parts.find((part) => part['functionCall'] !== undefined);
    if (!isOld && first !== undefined && typeof first['thoughtSignature'] !== 'string') say('an unsigned call');
  }
  const names = (tools as Fields[])
    .flatMap((tool) => (tool['functionDeclarations'] ?? []) as Fields[])
    .map(({ name }) => name);
  if (new Set(names).size !== names.length) problems.push('a tool twice');
  for (const name of names) if (!NAME.test(String(name))) problems.push(`tool name ${String(name)}`);
  return problems;
}

function partProblems(part: Fields, role: string, isOld: boolean): string[] {
  const say = (problem: string, is: boolean): string[] => (is ? [problem] : []);
  const call = part['functionCall'] as Fields | undefined;
  const response = part['functionResponse'] as Fields | undefined;
  return [
    ...say('not one kind', KINDS.filter((kind) => part[kind] !== undefined).length !== 1),
    ...say('nothing said', part['text'] === '' && part['thoughtSignature'] === undefined),
    ...say('a call of the user', role === 'user' && (call !== undefined || part['thought'] !== undefined)),
    ...say('a response of the model', role === 'model' && response !== undefined),
    ...say('name of call', call !== undefined && !NAME.test(String(call['name']))),
    ...say('args', call !== undefined && !isObject(call['args'])),
    ...say('response', response !== undefined && !isObject(response['response'])),
    ...say('media in an old response', isOld && response?.['parts'] !== undefined),
  ];
}

function inside(parts: readonly Fields[] | undefined, kind: string): Fields[] {
  return (parts ?? []).flatMap((part) => (part[kind] === undefined ? [] : [part[kind] as Fields]));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
