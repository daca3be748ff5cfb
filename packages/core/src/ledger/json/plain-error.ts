/** `plainError(new Error('no')) === 'no'`: an error as its message, else as its name; any other value, and an error that says more, as it is. */
export function plainError(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  if (value.message !== '') return value.message;
  return Object.keys(value).length === 0 ? value.name : value;
}
