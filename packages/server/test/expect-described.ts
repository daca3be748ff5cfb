import type { IncomingHttpHeaders } from 'node:http';
import { expect } from 'vitest';
import { type Answer, type Operation, refusalsOf } from '../src/openapi/operation.ts';
import { operations } from '../src/openapi/operations.ts';

interface Given {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: unknown;
}

/** What every route gives in these tests is what its description says: each answer, also one without a body, and each refusal with its code. */
export function expectDescribed(method: string, path: string, given: Given): void {
  const { status, json } = given;
  const asked = method === 'HEAD' ? 'GET' : method;
  const operation = operationAt(asked, path);
  // What no route answers is refused before anybody looks for one; what is no HTTP, before it comes to us.
  if (operation === undefined || isOfHttp(given)) return;
  const refusals = refusalsOf(asked, operation);
  const code = codeIn(json);
  if (code !== undefined) {
    expect(refusals, `${method} ${path}`).toContain(`${status} ${code}`);
    return;
  }
  // A HEAD is answered without the body that would tell a refusal from an answer.
  if (method === 'HEAD' && refusals.some((refusal) => refusal.startsWith(`${status} `))) return;
  const answer = operation.answers[status];
  expect(answer, `${method} ${path} ${status}`).toBeDefined();
  if (answer === undefined || method === 'HEAD') return;
  expect(kindsOf(given), `${method} ${path} ${status}`).toContain(answer.kind);
  if (json !== undefined && 'schema' in answer)
    expect(answer.schema.safeParse(json).error, `${method} ${path}`).toBeUndefined();
}

/** A request that names no host, or one that is not one, is not even asked what it wants: our headers are on all that we say. */
function isOfHttp({ status, headers }: Given): boolean {
  return status === 400 && headers['x-content-type-options'] === undefined;
}

/** What the answer may be called that was given. */
function kindsOf({ headers, text, json }: Given): readonly Answer['kind'][] {
  const { 'content-type': type } = headers;
  if (json !== undefined) return ['json', 'page or events'];
  if (type?.startsWith('text/event-stream') === true) return ['events', 'page or events'];
  if (type?.startsWith('text/') === true) return ['text'];
  return type === undefined && text === '' ? ['nothing'] : ['bytes'];
}

function operationAt(method: string, path: string): Operation | undefined {
  const { pathname } = new URL(path, 'http://localhost');
  const routes = Object.entries(operations).filter(([route]) => {
    const [its, pattern = ''] = route.split(' ');
    return its === method && new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+')}$`).test(pathname);
  });
  return routes.toSorted(([a], [b]) => a.split(':').length - b.split(':').length)[0]?.[1];
}

function codeIn(json: unknown): string | undefined {
  if (typeof json !== 'object' || json === null || !('error' in json)) return undefined;
  const { error } = json;
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : undefined;
}
