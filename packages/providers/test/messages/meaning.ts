/** What a request says, whatever its wire format: who says what, calls what with which values, and gets which result. */
type Body = Record<string, unknown>;
export type Meaning = readonly (readonly [string, ...unknown[]])[];

/** `expect(meaningOf(ours)).toEqual(meaningOf(theirs))`; texts of one speaker that follow each other are one. */
export function meaningOf(body: object): Meaning {
  const { messages, input, system, instructions } = body as Body;
  const said = [
    ...wordsOf('system', system),
    ...wordsOf('system', instructions),
    ...list(messages ?? input).flatMap(item),
  ];
  const joined: (readonly [string, ...unknown[]])[] = [];
  for (const one of said) {
    const last = joined.at(-1);
    const isText = last !== undefined && !/^(call|result|image|reasoning)$/.test(one[0]) && last[0] === one[0];
    if (isText) joined[joined.length - 1] = [one[0], `${String(last[1])}\n\n${String(one[1])}`];
    else joined.push(one);
  }
  // An error is told differently on purpose; a test of its own says how.
  return joined.map(([kind, id, value]) =>
    kind === 'result' ? [kind, id, errorless(String(value))] : [kind, id, value],
  );
}

function errorless(words: string): string {
  const [, told] = /^\{"error":(".*")\}$/s.exec(words) ?? [];
  return told === undefined ? words.replace(/^Error: /, '') : String(JSON.parse(told));
}

function item(message: Body): Meaning {
  switch (message['type']) {
    case 'function_call':
      return [['call', message['call_id'], called(message['name'], message['arguments'])]];
    case 'function_call_output':
      return [['result', message['call_id'], message['output']]];
    case 'reasoning':
      return [['reasoning', message['encrypted_content']]];
    default: {
      const { role, content, tool_calls: calls } = message;
      if (role === 'tool') return [['result', message['tool_call_id'], content]];
      const speaker = role === 'developer' ? 'system' : String(role);
      const made = list(calls).map((call): Meaning[number] => {
        const { name, arguments: args } = call['function'] as Body;
        return ['call', call['id'], called(name, args)];
      });
      return [...wordsOf(speaker, content), ...made];
    }
  }
}

function wordsOf(speaker: string, content: unknown): Meaning {
  if (typeof content === 'string') return content === '' ? [] : [[speaker, content]];
  return list(content).map((block): Meaning[number] => {
    switch (block['type']) {
      case 'tool_use':
        return ['call', block['id'], called(block['name'], JSON.stringify(block['input']))];
      case 'tool_result':
        return ['result', block['tool_use_id'], blockText(block['content'])];
      case 'image':
      case 'image_url':
      case 'input_image':
        return ['image', String(JSON.stringify(block).match(/iVBORw0KGgo=/)?.[0])];
      default:
        return [speaker, block['text']];
    }
  });
}

function called(name: unknown, args: unknown): string {
  return `${String(name)} ${JSON.stringify(JSON.parse(String(args)))}`;
}

function blockText(content: unknown): string {
  return typeof content === 'string'
    ? content
    : list(content)
        .map(({ text }) => String(text))
        .join('\n');
}

function list(value: unknown): Body[] {
  return Array.isArray(value) ? (value as Body[]) : [];
}
