import { expect } from 'vitest';
import { type Operation, refusalsOf } from '../src/openapi/operation.ts';
import { operations } from '../src/openapi/operations.ts';

/** What every route gives in these tests is what its description says: each answer, and each refusal with its code. */
export function expectDescribed(
  method: string,
  path: string,
  { status, json }: { status: number; json: unknown },
): void {
  const asked = method === 'HEAD' ? 'GET' : method;
  const operation = operationAt(asked, path);
  // What no route answers is refused before anybody looks for one.
  if (operation === undefined || json === undefined) return;
  const code = codeIn(json);
  if (code !== undefined) {
    expect(refusalsOf(asked, operation), `${method} ${path}`).toContain(`${status} ${code}`);
    return;
  }
  const answer = operation.answers[status];
  expect(answer, `${method} ${path} ${status}`).toBeDefined();
  if (answer !== undefined && 'schema' in answer)
    expect(answer.schema.safeParse(json).error, `${method} ${path}`).toBeUndefined();
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
