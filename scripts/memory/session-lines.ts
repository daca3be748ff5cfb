/** What an agent does, as the lines that its program writes. A line has its newline. */
export interface SessionLines {
  readonly start: string;
  prompt(text: string): string;
  thought(text: string): string;
  call(command: string): string;
  /** Of the call before it. */
  result(text: string): string;
  answer(text: string): string;
  /** A call that starts another agent, which writes the lines until its `ended`. */
  started(prompt: string): string;
  ended(text: string): string;
}

/** The programs whose sessions may be as long as they like. */
export const sessionAgents: ReadonlyMap<string, () => SessionLines> = new Map([
  ['claude-code', claudeCode],
  ['codex', codex],
]);

const START = Date.UTC(2026, 0, 1);

function claudeCode(): SessionLines {
  let place = 0;
  let response = 0;
  let isOpen = false;
  let parentUuid: string | null = null;
  /** The call that started the one who writes now, and the record that has it. */
  let starter: { readonly call: string; readonly record: string | null } | undefined;
  const record = (type: 'user' | 'assistant', message: object): string => {
    place += 1;
    isOpen = type === 'assistant';
    const uuid = `record-${place}`;
    const isSidechain = starter !== undefined;
    const about = { isSidechain, cwd: '/home/me/parser', sessionId: 's-1', version: '2.1.29', type };
    const written = line({ parentUuid, ...about, message, uuid, timestamp: time(place) });
    parentUuid = uuid;
    return written;
  };
  const said = (block: object): string => {
    if (!isOpen) response += 1;
    const usage = { input_tokens: 10, output_tokens: 50 };
    const about = { id: `msg_${response}`, type: 'message', role: 'assistant', model: 'm-1', usage };
    return record('assistant', { ...about, content: [block] });
  };
  let call = '';
  const called = (name: string, input: object): string => {
    call = `toolu_${place}`;
    return said({ type: 'tool_use', id: call, name, input });
  };
  const result = (content: string): string =>
    record('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: call, content }] });
  const prompted = (content: string): string => record('user', { role: 'user', content });
  return {
    start: '',
    prompt: prompted,
    thought: (thinking) => said({ type: 'thinking', thinking, signature: 'c2lnbmF0dXJl' }),
    call: (command) => called('Bash', { command }),
    result,
    answer: (text) => said({ type: 'text', text }),
    started(prompt) {
      const start = called('Task', { description: 'Look', prompt, subagent_type: 'general-purpose' });
      starter = { call, record: parentUuid };
      parentUuid = null;
      return start + prompted(prompt);
    },
    ended(text) {
      call = starter?.call ?? '';
      parentUuid = starter?.record ?? null;
      starter = undefined;
      return result(text);
    },
  };
}

function codex(): SessionLines {
  let place = 0;
  let call = '';
  let starter = '';
  const item = (payload: object): string => {
    place += 1;
    return line({ timestamp: time(place), type: 'response_item', payload });
  };
  const called = (name: string, input: object): string => {
    call = `call_${place}`;
    return item({ type: 'function_call', name, arguments: JSON.stringify(input), call_id: call });
  };
  const output = (call_id: string, text: string): string =>
    item({ type: 'function_call_output', call_id, output: text });
  const about = { id: 't-1', timestamp: time(0), cwd: '/home/me/parser', originator: 'codex', cli_version: '0.150.0' };
  return {
    start: line({ timestamp: time(0), type: 'session_meta', payload: about }),
    prompt: (text) => item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }),
    thought: (text) =>
      item({ type: 'reasoning', summary: [{ type: 'summary_text', text }], encrypted_content: 'c2VjcmV0' }),
    call: (cmd) => called('exec_command', { cmd }),
    result: (text) => output(call, text),
    answer: (text) => item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }),
    started(message) {
      const start = called('spawn_agent', { message });
      starter = call;
      return start;
    },
    ended: (text) => output(starter, text),
  };
}

function line(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

function time(place: number): string {
  return new Date(START + place * 1000).toISOString();
}
