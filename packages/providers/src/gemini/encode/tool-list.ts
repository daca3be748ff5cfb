import type { ToolSchema } from '@toolthread/core/context';
import { isJsonObject, listOf } from '@toolthread/core/json';
import type { Json, JsonObject } from '@toolthread/core/json';
import { sendable } from '../../wire/encode/sendable.ts';
import { wellFormed } from '../../wire/text/well-formed.ts';
import { wireName } from '../../wire/encode/wire-name.ts';
import { RULES } from '../rules.ts';

/** The tools that run here, then those that the provider runs, in its own words. A name can be declared once. */
export function toolList(tools: readonly ToolSchema[], serverTools: Json | undefined): readonly JsonObject[] {
  const known = new Set<string>();
  const declared = tools.flatMap((tool) => {
    const name = wireName(tool.name, RULES.names);
    if (known.has(name)) return [];
    known.add(name);
    const schema = sendable(tool.parameters) ?? { type: 'object' };
    return [{ name, description: wellFormed(tool.description), parametersJsonSchema: schema }];
  });
  return [
    ...(declared.length > 0 ? [{ functionDeclarations: declared }] : []),
    ...listOf(serverTools).filter(isJsonObject),
  ];
}
