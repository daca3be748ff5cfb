import { isJsonObject } from '@toolthread/core/json';
import type { Json, JsonObject } from '@toolthread/core/json';

const KEY = 'x-mcp-header';
/** What a header may be called (RFC 9110). */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,200}$/;
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean'];
/** No schemas: values that an argument may have. */
const VALUES: ReadonlySet<string> = new Set(['const', 'default', 'enum', 'examples']);

/**
 * A server may ask for an argument in a header, too, by which what is between it and us decides whom to let through. A tool that asks for it
 * in a way that cannot be followed must not be called without it (MCP, SEP-2243). In words, what is wrong.
 */
export function headerFault(schema: JsonObject): string | undefined {
  const names = new Set<string>();
  for (const { asked, argument } of headersIn(schema, 'the whole')) {
    const name = asked[KEY];
    if (argument !== 'one of its own') return 'asks for a header where no argument is its own';
    if (typeof name !== 'string' || !TOKEN.test(name)) return 'asks for a header that has no valid name';
    if (!TYPES.includes(asked['type'])) return 'asks for a header that is no text, whole number or yes and no';
    if (names.has(name.toLowerCase())) return 'asks for one header twice';
    names.add(name.toLowerCase());
  }
  return undefined;
}

/** What a schema is about: all arguments, one that can be named, or what nobody can name. */
type About = 'the whole' | 'one of its own' | 'anything';

function* headersIn(schema: JsonObject, argument: About): Iterable<{ asked: JsonObject; argument: About }> {
  if (Object.hasOwn(schema, KEY)) yield { asked: schema, argument };
  const inner = argument === 'anything' ? argument : 'one of its own';
  for (const [word, below] of Object.entries(schema)) {
    if (word === 'properties' && isJsonObject(below)) {
      for (const one of Object.values(below)) if (isJsonObject(one)) yield* headersIn(one, inner);
    } else if (!VALUES.has(word)) yield* headersBelow(below);
  }
}

function* headersBelow(value: Json): ReturnType<typeof headersIn> {
  if (Array.isArray(value)) for (const one of value) yield* headersBelow(one);
  else if (isJsonObject(value)) yield* headersIn(value, 'anything');
}
