import type { JsonBounds } from '@toolthread/core/json';

/** More than any tool needs for one call, and little enough to be parsed, checked and drawn without a noticeable delay. */
export const ARGUMENT_BOUNDS: JsonBounds = { characters: 1_000_000, depth: 200, values: 10_000 };
