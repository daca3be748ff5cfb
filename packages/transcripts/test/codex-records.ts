/** Lines of a rollout as Codex writes them, each a second after the one before. */
let made = 0;

export function line(type: string, payload: object): string {
  made += 1;
  return JSON.stringify({ timestamp: new Date(Date.UTC(2026, 0, 1) + made * 1000).toISOString(), type, payload });
}

export const item = (payload: object): string => line('response_item', payload);
export const event = (payload: object): string => line('event_msg', payload);
export const asked = (text: string): string =>
  item({ type: 'message', role: 'user', content: [{ type: 'input_text', text }] });
export const called = (id: string, name = 'exec_command'): string =>
  item({ type: 'function_call', name, arguments: '{}', call_id: id });
export const output = (id: string, said: unknown): string =>
  item({ type: 'function_call_output', call_id: id, output: said });
export const META: string = line('session_meta', { id: 's1', cwd: '/mill', cli_version: '0.150.0' });
