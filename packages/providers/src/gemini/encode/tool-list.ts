import type { ToolSchema } from '@toolthread/core/context';
import { isJsonObject, listOf } from '@toolthread/core/json';
import type { Json, JsonObject } from '@toolthread/core/json';
import { wireTools } from '../../wire/encode/wire-tools.ts';
import { RULES } from '../rules.ts';

/** The tools that run here, then those that the provider runs, as the caller wrote them. */
export function toolList(tools: readonly ToolSchema[], serverTools: Json | undefined): readonly JsonObject[] {
  const declared = wireTools(tools, RULES.names).map(({ parameters, ...tool }) => ({
    ...tool,
    parametersJsonSchema: parameters ?? { type: 'object' },
  }));
  return [
    ...(declared.length > 0 ? [{ functionDeclarations: declared }] : []),
    ...listOf(serverTools).filter(isJsonObject),
  ];
}
