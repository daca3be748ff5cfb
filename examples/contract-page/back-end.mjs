/** A back end that knows nothing of Toolthread: it stores messages, and tells every reader what its agent does. */
const stored = [];
const readers = new Set();

export async function backEnd(request, response) {
  if (request.method === 'POST') {
    store('user', Buffer.concat(await Array.fromAsync(request)).toString());
    work(`run-${stored.length}`);
    return response.end();
  }
  if (request.url === '/messages') return response.end(JSON.stringify(stored));
  response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
  readers.add(response);
  request.once('close', () => readers.delete(response));
}

function store(role, content, metadata) {
  stored.push({ id: `m${stored.length}`, role, content, timestamp: new Date().toISOString(), metadata });
}

/** It tells, then stores. */
function work(run) {
  const tell = (type, payload) => {
    const told = { type, session_id: 's1', execution_id: run, timestamp: new Date().toISOString(), payload };
    for (const reader of readers) reader.write(`data: ${JSON.stringify(told)}\n\n`);
  };
  const call = { tool_name: 'SearchEntities', tool_call_id: `${run}-call` };
  tell('agent.status', { status: 'processing' });
  tell('agent.step.started', { step_number: 1 });
  tell('agent.tool.started', { ...call, args_summary: "query: 'dbplus'" });
  tell('agent.tool.completed', { ...call, success: true, tool_result: '3 entities', duration_ms: 250 });
  tell('agent.step.completed', { step_number: 1, has_tool_calls: true });
  tell('agent.step.started', { step_number: 2 });
  tell('agent.stream.chunk', { content: 'Three **programs** do.', chunk_index: 0 });
  tell('agent.step.completed', { step_number: 2, finish_reason: 'stop' });
  store('assistant', '', {
    tool_calls: [{ id: call.tool_call_id, name: call.tool_name, args_summary: "query: 'dbplus'" }],
  });
  store('tool', '3 entities', { ...call, tool_duration_ms: 250 });
  store('assistant', 'Three **programs** do.');
  tell('agent.status', { status: 'completed' });
}
