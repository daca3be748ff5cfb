import type { JsonBounds } from '@toolthread/core/json';

/** More than any tool needs for one call, and so little that whoever parses, checks or draws it holds nobody up. */
export const ARGUMENT_BOUNDS: JsonBounds = { characters: 1_000_000, depth: 200, values: 10_000 };
