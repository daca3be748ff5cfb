/**
 * Remembers what was made of an object, for as long as the object lives: a long thread is encoded once, and its next turn costs
 * what is new. `variant` names everything else that the result depends on; only the last one is kept.
 *
 * `const encodeOnce = memo((message: CompletionMessage, model: string) => encodeMessage(message, model))`
 */
export function memo<Key extends object, Value, Rest extends readonly unknown[]>(
  make: (key: Key, variant: string, ...rest: Rest) => Value,
): (key: Key, variant: string, ...rest: Rest) => Value {
  const made = new WeakMap<Key, { readonly variant: string; readonly value: Value }>();
  return (key, variant, ...rest) => {
    const known = made.get(key);
    if (known?.variant === variant) return known.value;
    const value = make(key, variant, ...rest);
    made.set(key, { variant, value });
    return value;
  };
}
