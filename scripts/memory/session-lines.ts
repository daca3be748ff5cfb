/** What an agent does, as the lines that its program writes. A line has its newline. */
export interface SessionLines {
  readonly start: string;
  prompt(text: string): string;
  thought(text: string): string;
  call(command: string): string;
  /** Of the call before it. */
  result(text: string): string;
  answer(text: string): string;
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
  const record = (type: 'user' | 'assistant', message: object): string => {
    place += 1;
    isOpen = type === 'assistant';
    const parentUuid = place === 1 ? null : `record-${place - 1}`;
    const about = { isSidechain: false, cwd: '/home/me/parser', sessionId: 's-1', version: '2.1.29', type };
    return line({ parentUuid, ...about, message, uuid: `record-${place}`, timestamp: time(place) });
  };
  const said = (block: object): string => {
    if (!isOpen) response += 1;
    const usage = { input_tokens: 10, output_tokens: 50 };
    const about = { id: `msg_${response}`, type: 'message', role: 'assistant', model: 'm-1', usage };
    return record('assistant', { ...about, content: [block] });
  };
  const call = { id: '' };
  return {
    start: '',
    prompt: (content) => record('user', { role: 'user', content }),
    thought: (thinking) => said({ type: 'thinking', thinking, signature: 'c2lnbmF0dXJl' }),
    call(command) {
      call.id = `toolu_${place}`;
      return said({ type: 'tool_use', id: call.id, name: 'Bash', input: { command } });
    },
    result: (content) =>
      record('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content }] }),
    answer: (text) => said({ type: 'text', text }),
  };
}

function codex(): SessionLines {
  let place = 0;
  let call = '';
  const item = (payload: object): string => {
    place += 1;
    return line({ timestamp: time(place), type: 'response_item', payload });
  };
  const about = { id: 't-1', timestamp: time(0), cwd: '/home/me/parser', originator: 'codex', cli_version: '0.150.0' };
  return {
    start: line({ timestamp: time(0), type: 'session_meta', payload: about }),
    prompt: (text) => item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] }),
    thought: (text) =>
      item({ type: 'reasoning', summary: [{ type: 'summary_text', text }], encrypted_content: 'c2VjcmV0' }),
    call(cmd) {
      call = `call_${place}`;
      return item({ type: 'function_call', name: 'exec_command', arguments: JSON.stringify({ cmd }), call_id: call });
    },
    result: (output) => item({ type: 'function_call_output', call_id: call, output }),
    answer: (text) => item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] }),
  };
}

function line(record: object): string {
  return `${JSON.stringify(record)}\n`;
}

function time(place: number): string {
  return new Date(START + place * 1000).toISOString();
}
