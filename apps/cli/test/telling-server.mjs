/** An MCP server that tells the secret it was given wherever a server may say something. */
import { createInterface } from 'node:readline';

const key = process.env.KEY ?? '';
const answer = (id, body) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
const schema = { type: 'object', properties: { word: { type: 'string', description: `never ${key}` } } };

process.stderr.write(`started with ${key}\n`);
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    const { protocolVersion } = params;
    answer(id, { result: { protocolVersion, capabilities: { tools: {} }, serverInfo: { name: key, version: key } } });
  }
  if (method === 'tools/list') {
    const tools = ['tells', 'refuses', 'dies'].map((name) => ({
      name,
      description: `It ${name}: ${key}`,
      inputSchema: schema,
    }));
    answer(id, { result: { tools } });
  }
  if (method !== 'tools/call') continue;
  if (params.name === 'tells') {
    const content = [
      { type: 'text', text: `${key} ${JSON.stringify(process.env)} ${JSON.stringify(params.arguments)}` },
      { type: 'resource_link', uri: `file:///${key}`, name: key },
      { type: 'image', data: Buffer.from(`image ${key}`).toString('base64'), mimeType: 'image/png' },
    ];
    answer(id, { result: { content, structuredContent: { [key]: key } } });
  }
  if (params.name === 'refuses') answer(id, { error: { code: -32000, message: `refused: ${key}` } });
  if (params.name === 'dies') process.exit(1);
}
