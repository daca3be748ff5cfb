import { fieldsOf, textOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

/** A session and its child sessions as one document. Each child is in it once, even if their parents form a circle. */
export function documentOf(
  session: string,
  infos: readonly Json[],
  messagesOf: (session: string) => readonly Json[],
): Json | undefined {
  const info = infos.find((one) => textOf(fieldsOf(one)['id']) === session);
  if (info === undefined) return undefined;
  const byParent = new Map<string, Json[]>();
  for (const one of infos) {
    const parent = textOf(fieldsOf(one)['parentID']);
    if (parent === undefined) continue;
    const siblings = byParent.get(parent);
    if (siblings === undefined) byParent.set(parent, [one]);
    else siblings.push(one);
  }
  const seen = new Set([session]);
  const children: Json[] = [];
  const queue = [session];
  for (let parent = queue.shift(); parent !== undefined; parent = queue.shift()) {
    for (const child of byParent.get(parent) ?? []) {
      const id = textOf(fieldsOf(child)['id']) ?? '';
      if (seen.has(id)) continue;
      seen.add(id);
      queue.push(id);
      children.push({ info: child, messages: messagesOf(id) });
    }
  }
  return { info, messages: messagesOf(session), ...(children.length === 0 ? {} : { children }) };
}
