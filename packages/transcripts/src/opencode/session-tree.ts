import { fieldsOf, textOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';

/** The sessions of a store by their id, and by the session that started them: made once, so that each document costs only its own length. */
export class SessionTree {
  readonly #byId = new Map<string, Json>();
  readonly #byParent = new Map<string, Json[]>();

  constructor(infos: readonly Json[]) {
    for (const info of infos) {
      const { id, parentID } = fieldsOf(info);
      const own = textOf(id);
      if (own === undefined || this.#byId.has(own)) continue;
      this.#byId.set(own, info);
      const parent = textOf(parentID);
      if (parent === undefined) continue;
      const siblings = this.#byParent.get(parent);
      if (siblings === undefined) this.#byParent.set(parent, [info]);
      else siblings.push(info);
    }
  }

  /** A session and its child sessions as one document. Each child is in it once, even if their parents form a circle. */
  document(session: string, messagesOf: (session: string) => readonly Json[]): Json | undefined {
    const info = this.#byId.get(session);
    if (info === undefined) return undefined;
    const seen = new Set([session]);
    const children: Json[] = [];
    const queue = [session];
    for (let parent = queue.shift(); parent !== undefined; parent = queue.shift()) {
      for (const child of this.#byParent.get(parent) ?? []) {
        const id = textOf(fieldsOf(child)['id']) ?? '';
        if (seen.has(id)) continue;
        seen.add(id);
        queue.push(id);
        children.push({ info: child, messages: messagesOf(id) });
      }
    }
    return { info, messages: messagesOf(session), ...(children.length === 0 ? {} : { children }) };
  }
}
