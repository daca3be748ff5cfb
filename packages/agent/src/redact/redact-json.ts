import type { Json } from '@toolthread/core/json';

/** `redactJson({ token: key }, redact)`: what is in it as a string, a number or a name. Throws where `JSON.stringify` does. */
export function redactJson(value: Json, redact: (text: string) => string): Json {
  const text = JSON.stringify(value, (_, each: Json): Json => {
    if (typeof each === 'string') return redact(each);
    if (typeof each === 'number') return redact(String(each)) === String(each) ? each : redact(String(each));
    if (typeof each !== 'object' || each === null || Array.isArray(each)) return each;
    return Object.fromEntries(withNames(Object.entries(each), redact));
  });
  const redacted: Json = JSON.parse(text);
  return redacted;
}

type Entry = readonly [string, Json];

/** Names that become equal are numbered: nothing is lost. */
function withNames(entries: readonly Entry[], redact: (text: string) => string): readonly Entry[] {
  const taken = new Set<string>();
  return entries.map(([name, value]) => {
    const plain = redact(name);
    let free = plain;
    for (let n = 2; taken.has(free); n += 1) free = `${plain} ${n}`;
    taken.add(free);
    return [free, value];
  });
}
