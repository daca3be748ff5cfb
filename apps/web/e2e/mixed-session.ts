/** A session as Claude Code leaves it: so many turns whose answers are between a line and several screens high. */
export function mixedSession(turns: number): string {
  const lines: string[] = [];
  const add = (type: 'user' | 'assistant', message: object): void => {
    const at = new Date(Date.UTC(2026, 0, 1) + lines.length * 1000).toISOString();
    const own = { type, uuid: `u${lines.length}`, sessionId: SESSION, cwd: '/home/me/shop', timestamp: at };
    lines.push(JSON.stringify({ ...own, message }));
  };
  for (let turn = 0; turn < turns; turn += 1) {
    const said = (id: string, part: object): void =>
      add('assistant', { id: `${id}${turn}`, role: 'assistant', model: 'm-1', content: [part] });
    const call = `c${turn}`;
    add('user', { role: 'user', content: `Question ${turn}` });
    said('a', { type: 'tool_use', id: call, name: 'Bash', input: { command: `grep -r ${turn} src` } });
    add('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: call, content: 'src/a.ts' }] });
    said('b', { type: 'text', text: `Answer ${turn}. ${'Words of an answer. '.repeat((turn * 37) % 211)}` });
  }
  return `${lines.join('\n')}\n`;
}

const SESSION = '5f0c2b1e-1111-4222-8333-944455556666';
