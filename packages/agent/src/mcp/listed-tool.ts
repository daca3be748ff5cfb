import { fieldsOf, isJsonObject } from '@toolthread/core/json';
import type { Json, JsonObject } from '@toolthread/core/json';
import { headerFault } from './header-fault.ts';
import { schemaFault } from '../tool/schema-fault.ts';

/** What is needed of a tool that a server lists. The rest of it may be anything. */
export interface ListedTool {
  readonly name: string;
  readonly words: string;
  readonly schema: JsonObject;
  readonly isReadOnly: boolean;
}

/** A tool that is not used, and why. */
export interface LeftOut {
  readonly name: string;
  readonly why: string;
}

/** A server may list anything: what is no tool is left out by itself, and so is one by whose schema a provider would refuse every request. */
export function listedTool(given: Json): ListedTool | LeftOut {
  const { name, description, title, inputSchema: schema, annotations } = fieldsOf(given);
  if (typeof name !== 'string' || name === '') return { name: NAMELESS, why: 'it is no tool' };
  if (!isJsonObject(schema) || schema['type'] !== 'object') return { name, why: 'its schema is not one of an object' };
  const fault = schemaFault(schema) ?? headerFault(schema);
  if (fault !== undefined) return { name, why: `its schema ${fault}` };
  const words = [description, title].find((one) => typeof one === 'string') ?? name;
  return { name, words, schema, isReadOnly: fieldsOf(annotations)['readOnlyHint'] === true };
}

const NAMELESS = 'without a name';
