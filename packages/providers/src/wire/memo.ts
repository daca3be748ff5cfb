/**
 * Remembers what was made of an object, for as long as the object lives: a long thread is encoded once, and its next turn costs
 * what is new. `variant` names everything else the result depends on; only the last one is kept.
 *
 * `const encodeOnce = memo((message: CompletionMessage, model) => encodeMessage(message, model))`
 */
export function memo<Key extends object, Value>(
  make: (key: Key, variant: string) => Value,
): (key: Key, variant: string) => Value {
  const made = new WeakMap<Key, { readonly variant: string; readonly value: Value }>();
  return (key, variant) => {
    const known = made.get(key);
    if (known?.variant === variant) return known.value;
    const value = make(key, variant);
    made.set(key, { variant, value });
    return value;
  };
}
