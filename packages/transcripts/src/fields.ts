/** Reading a foreign record: nothing in it is what it should be until it was looked at. */
import type { Json } from '@toolthread/core';

export interface Fields {
  readonly [name: string]: Json | undefined;
}

const NONE: Fields = {};

export function isFields(value: Json | undefined): value is Fields & Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: Json | undefined): Fields {
  return isFields(value) ? value : NONE;
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

export function textIn(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' ? value : undefined;
}

export function numberIn(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** ISO text or milliseconds, as milliseconds. */
export function timeIn(fields: Fields, name: string): number | undefined {
  const value = fields[name];
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  const parsed = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** The record as JSON again, itself where nothing is missing in it. */
export function jsonOf(fields: Fields): { readonly [name: string]: Json } {
  if (isWhole(fields)) return fields;
  const entries: [string, Json][] = [];
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) entries.push([name, value]);
  return Object.fromEntries(entries);
}

function isWhole(fields: Fields): fields is { readonly [name: string]: Json } {
  for (const name in fields) if (fields[name] === undefined) return false;
  return true;
}
