import type { Message } from '@toolthread/core/contract';

/** What was added at the end; undefined if something else changed. */
export function appended(list: readonly Message[], known: readonly Message[]): readonly Message[] | undefined {
  return known.every((message, index) => isSame(message, list[index])) ? list.slice(known.length) : undefined;
}

/** A history that is fetched again has the same messages in other objects. */
function isSame(one: Message, other: Message | undefined): boolean {
  if (other === undefined || one === other) return one === other;
  if (other.id !== one.id || other.role !== one.role || other.content !== one.content) return false;
  return JSON.stringify(one.metadata) === JSON.stringify(other.metadata);
}
