/** A server that keeps to nothing. It speaks the wire itself: no library would let it. */
import { createInterface } from 'node:readline';

const [mode] = process.argv.slice(2);
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const progress = (progressToken, message) => ({
  method: 'notifications/progress',
  params: { progressToken, progress: 1, message },
});
const together = (...messages) =>
  process.stdout.write(messages.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
const tool = (name, inputSchema = { type: 'object' }) => ({ name, inputSchema });

const LISTS = {
  twice: { tools: [tool('a'), tool('a'), tool('b')] },
  huge: { tools: [tool('a', { type: 'object', description: 'x'.repeat(200_000) }), tool('b')] },
  many: { tools: Array.from({ length: 300 }, (_, n) => tool(`t${n}`)) },
  smuggling: {
    tools: [
      {
        ...tool('a', {
          type: 'object',
          properties: { x: { type: 'string', description: 'x\u{e0069}\u202e', enum: ['k\u00ad'] } },
        }),
        description: 'fine\u{e0069}\u{e0067}\u001b[2J',
      },
    ],
  },
  malformed: { tools: 'none' },
  broken: {
    tools: [
      null,
      7,
      'a',
      [],
      {},
      { inputSchema: { type: 'object' } },
      { name: 7, inputSchema: { type: 'object' } },
      { name: '', inputSchema: { type: 'object' } },
      { name: 'no schema' },
      ...Object.entries({
        null: null,
        text: 'object',
        list: [],
        'type of a text': { type: 'string' },
        'no type': {},
        properties: { type: 'object', properties: [] },
        'a property': { type: 'object', properties: { x: 5 } },
        'a type': { type: 'object', properties: { x: { type: 'banana' } } },
        'no types': { type: 'object', properties: { x: { type: [] } } },
        required: { type: 'object', required: [7] },
        'required text': { type: 'object', required: 'x' },
        items: { type: 'object', properties: { x: { type: 'array', items: 'string' } } },
        enum: { type: 'object', properties: { x: { enum: 'a' } } },
        anyOf: { type: 'object', properties: { x: { anyOf: {} } } },
        'empty anyOf': { type: 'object', properties: { x: { anyOf: [] } } },
        'in $defs': { type: 'object', $defs: { x: { type: 'banana' } } },
        additional: { type: 'object', additionalProperties: 'none' },
      }).map(([name, inputSchema]) => ({ name, inputSchema })),
      { ...tool('a'), annotations: 7, icons: 'x', outputSchema: [], _meta: 'm', title: 9, execution: false },
      { ...tool('b'), description: 5, annotations: { readOnlyHint: 'yes' } },
      tool('c', {
        type: 'object',
        properties: { type: { type: 'string' }, required: { type: 'integer' }, x: true, y: { enum: [1, null] } },
        default: { type: 'banana' },
        examples: [{ properties: 5 }],
        additionalProperties: { type: ['string', 'null'] },
      }),
    ],
  },
  proto: { tools: [tool('__proto__'), tool('constructor'), tool('a'.repeat(300))] },
};

const requestedSchema = { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] };
const answers = [];
let asking;
let page = 0;
let form;
let printing = Promise.resolve();

/** An answer that is too much, and other things that a server may do while another call is under way. */
async function bomb(id, how) {
  await printing;
  const start = `{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`;
  switch (how) {
    case 'long':
      return lots(start, 60, '"}]}}\n');
    case 'endless':
      return lots(start, 60, '');
    case 'id at the end':
      return lots('{"jsonrpc":"2.0","result":{"content":[{"type":"text","text":"', 60, `"}]},"id":${id}}\n`);
    case 'wide':
      return lots(
        `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":{"a":[${'0,'.repeat(90_000)}0]}}}\n`,
        0,
        '',
      );
    case 'deep':
      return lots(`${start}"}],"structuredContent":{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}}}\n`, 0, '');
    case 'a notice':
      await lots('{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"', 60, '"}}\n');
      return send({ id, result: { content: [{ type: 'text', text: 'fine' }] } });
    case 'form':
      form = id;
      return send({ id: 1000, method: 'elicitation/create', params: { message: 'form', requestedSchema } });
    default:
      return send({ id, result: { content: [{ type: 'text', text: `fine ${process.pid}` }] } });
  }
}

function lots(...given) {
  printing = print(...given);
  return printing;
}

async function print(start, megabytes, end) {
  const megabyte = 'x'.repeat(1_000_000);
  process.stdout.write(start);
  for (let n = 0; n < megabytes; n += 1) {
    if (!process.stdout.write(megabyte)) await new Promise((resolve) => process.stdout.once('drain', resolve));
  }
  process.stdout.write(end);
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (mode === 'asking' && method === undefined) {
    answers.push(result?.action ?? 'refused');
    const text = `${answers.filter((action) => action === 'accept').length} of ${answers.length}`;
    if (answers.length === 50) send({ id: asking, result: { content: [{ type: 'text', text }] } });
    return;
  }
  if (mode === 'bomb' && method === undefined && id === 1000) {
    return send({ id: form, result: { content: [{ type: 'text', text: `filled in: ${result?.content?.x}` }] } });
  }
  if (id === undefined || mode === 'silent') return;
  if (mode === 'garbage')
    process.stdout.write('this is no JSON\n{"jsonrpc":"2.0","id":99999,"result":{}}\n\u0000\n[]\n');
  switch (method) {
    case 'initialize':
      return send({
        id,
        result: {
          protocolVersion: params.protocolVersion,
          capabilities: { tools: {} },
          serverInfo: { name: 'h', version: '1' },
        },
      });
    case 'tools/list':
      page += 1;
      if (mode === 'pages') return send({ id, result: { tools: [tool(`t${page}`)], nextCursor: String(page) } });
      return send({ id, result: LISTS[mode] ?? { tools: [tool('a')] } });
    case 'tools/call':
      if (mode === 'asking') {
        asking = id;
        return together(
          ...Array.from({ length: 50 }, (_, n) => ({
            id: 1000 + n,
            method: 'elicitation/create',
            params: { message: `form ${n}`, requestedSchema },
          })),
        );
      }
      if (mode === 'flood') return void process.stdout.write('x'.repeat(20 * 1024 * 1024));
      if (mode === 'bomb') return void bomb(id, params.arguments.how);
      if (mode === 'wrong') return send({ id, result: { content: [{ type: 'hologram' }] } });
      if (mode === 'deep')
        return process.stdout.write(
          `{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":${'['.repeat(50_000)}${']'.repeat(50_000)}}}\n`,
        );
      if (mode === 'together' || mode === 'failing') {
        const token = params._meta.progressToken;
        return together(
          progress(token, 'first'),
          progress(token + 1, 'of nobody'),
          progress(token, 'last'),
          mode === 'failing'
            ? { id, error: { code: -32000, message: 'no' } }
            : { id, result: { content: [{ type: 'text', text: 'fine' }] } },
          progress(token, 'too late'),
        );
      }
      if (mode === 'progress') {
        const token = params._meta.progressToken;
        return together(...Array.from({ length: 20_000 }, (_, n) => progress(token, `step ${n}`)), {
          id,
          result: { content: [{ type: 'text', text: 'fine' }] },
        });
      }
      if (mode === 'pings')
        return together(...Array.from({ length: 5_000 }, (_, n) => ({ id: `ping ${n}`, method: 'ping' })), {
          id,
          result: { content: [{ type: 'text', text: 'fine' }] },
        });
      if (mode === 'sampling')
        return send({ id: 'mine', method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } });
      return send({ id, result: { content: [{ type: 'text', text: 'fine' }] } });
    default:
      return method === undefined && id === 'mine' ? send({ id: 1e9, result: {} }) : undefined;
  }
});
