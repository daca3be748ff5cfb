import type { JsonObject } from '@toolthread/core/json';
import { expect, test } from 'vitest';
import { listedTool } from './listed-tool.ts';

const asks = (name: unknown, type = 'string'): object => ({ type, 'x-mcp-header': name });
const listed = (schema: object): object => {
  const inputSchema: JsonObject = JSON.parse(JSON.stringify({ type: 'object', ...schema }));
  return listedTool({ name: 'work', inputSchema });
};

test.each([
  ['none', { properties: { a: { type: 'string' } } }],
  ['one', { properties: { a: asks('Region') } }],
  ['several, of every type', { properties: { a: asks('A'), b: asks('B', 'integer'), c: asks('C', 'boolean') } }],
  ['one of an argument within another', { properties: { a: { type: 'object', properties: { b: asks('Region') } } } }],
  ['one by the name of an argument only', { properties: { 'x-mcp-header': { type: 'string' } } }],
  ['one in a value', { properties: { a: { type: 'object', default: { 'x-mcp-header': 'no name' } } } }],
])('a tool that asks for %s in a header is used', (_, schema) => {
  expect(listed(schema)).toHaveProperty('schema');
});

test.each([
  ['an empty name', { properties: { a: asks('') } }],
  ['a name with a blank', { properties: { a: asks('My Region') } }],
  ['a name that begins another header', { properties: { a: asks('A\r\nAuthorization: x') } }],
  ['no text for a name', { properties: { a: asks(7) } }],
  ['one name twice', { properties: { a: asks('Region'), b: asks('REGION') } }],
  ['a number', { properties: { a: asks('Region', 'number') } }],
  ['an object', { properties: { a: asks('Region', 'object') } }],
  ['what has no type', { properties: { a: { 'x-mcp-header': 'Region' } } }],
  ['the whole', asks('Region', 'object')],
  ['each of a list', { properties: { a: { type: 'array', items: asks('Region') } } }],
  ['what may be', { anyOf: [{ properties: { a: asks('Region') } }] }],
  ['what is defined elsewhere', { $defs: { a: asks('Region') }, properties: { a: { $ref: '#/$defs/a' } } }],
])('a tool that asks for %s in a header is left out, and it is said why', (_, schema) => {
  expect(listed(schema)).toEqual({ name: 'work', why: expect.stringMatching(/^its schema asks for (a|one) header/) });
});
