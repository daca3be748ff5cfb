/** Shorter ones are no secrets, and would be found everywhere. */
const SHORTEST = 8;

/**
 * Everything that gives a secret away: itself, and what of it stands in the base64 of any text that holds it, in both
 * alphabets. Its place in that text decides which of three forms it takes.
 *
 * `secretForms(['sk-12345'])`
 */
export function secretForms(secrets: readonly string[]): readonly string[] {
  const forms = new Set<string>();
  for (const secret of secrets) {
    if (secret.length < SHORTEST) continue;
    forms.add(secret);
    const bytes = Buffer.from(secret);
    for (const before of [0, 1, 2]) {
      const base64 = inside(bytes, before);
      forms.add(base64);
      forms.add(base64.replaceAll('+', '-').replaceAll('/', '_'));
    }
  }
  return [...forms];
}

/** The characters that depend on nothing but these bytes, when so many others come before them. */
function inside(bytes: Buffer, before: number): string {
  const encoded = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
  return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
}
