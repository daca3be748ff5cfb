import type { ToolSchema } from '@toolthread/core/context';
import { isJsonObject } from '@toolthread/core/json';
import type { JsonObject } from '@toolthread/core/json';
import { sendable } from './sendable.ts';

/** A tool's schema as it is sent. One that says nothing says `object`: without it the tool is refused. */
export function toolParameters({ parameters }: ToolSchema): JsonObject {
  const schema = sendable(parameters);
  return { type: 'object', properties: {}, ...(schema !== undefined && isJsonObject(schema) ? schema : {}) };
}
