/** The fields of a foreign object, read one by one. */
export type Fields = { readonly [field: string]: unknown };

/** A text that says something, or nothing: an empty id is no id. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
