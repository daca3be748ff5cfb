import { type Request, refuse } from './http.ts';
import { problem } from './problem.ts';

/**
 * The body of a request, whole, before any route asks for it. Its bytes are counted as they come: a length may be missing (a body in
 * chunks, or none at all). Undefined if the request may go on.
 */
export async function receiveBody(c: Request, maxBytes: number): Promise<Response | undefined> {
  const chunks: Uint8Array[] = [];
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) return tooLarge(c, maxBytes);
  let size = 0;
  for await (const chunk of c.req.raw.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) return tooLarge(c, maxBytes);
    chunks.push(chunk);
  }
  c.set('body', new TextDecoder().decode(Buffer.concat(chunks)));
  return undefined;
}

function tooLarge(c: Request, maxBytes: number): Response {
  return refuse(c, problem(413, 'too_large', `A request may have ${maxBytes} bytes.`));
}
