/** What neither a tool nor a model may bring into a thread, as far as it is known at this moment: tokens come while the server runs. */
export interface KnownSecrets {
  /** The same list until something is added. */
  list(): readonly string[];
  add(secret: string): void;
}

/** `knownSecrets(given, () => readOwnerToken(data, process.env))`: the owner's token may be rotated by a command, and is asked for again each time. */
export function knownSecrets(given: readonly string[], owner: () => string | undefined): KnownSecrets {
  const known = new Set(given);
  let list: readonly string[] = [...known];
  const add = (secret: string): void => void known.add(secret);
  return {
    add,
    list() {
      const token = owner();
      if (token !== undefined) add(token);
      // Nothing is ever removed: if the number has not grown, nothing is new.
      if (list.length !== known.size) list = [...known];
      return list;
    },
  };
}
