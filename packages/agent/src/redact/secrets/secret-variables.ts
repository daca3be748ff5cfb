/**
 * Which variables of an environment are secret: the one place that says so. By their names (`GITHUB_TOKEN`, `DATABASE_PASSWORD`), and by
 * their values where these can be nothing else (`ghp_…`, a private key, the password in an address, or letters and digits in no order under a name
 * that says of no commit, digest or id). What is as short or as plain as an ordinary word
 * is told apart: marking it would mark that word everywhere.
 */
import { looksRandom } from './looks-random.ts';
import { SHORTEST } from './secret-forms.ts';
import { isNameOfAnIdentity, isSecretName } from './is-secret-name.ts';
import { isOrdinary, secretsInside, unquoted } from './secret-values.ts';

/** A variable that is secret, and what of it is marked. */
export interface SecretVariable {
  readonly name: string;
  /** What is marked: of an address its password alone. None if it is too short or too plain to be. */
  readonly secrets: readonly string[];
}

type Environment = { readonly [name: string]: string | undefined };

/**
 * The secret variables of an environment, in the order of their names.
 *
 * @example
 * secretVariables({ HOME: '/home/ada', API_TOKEN: 'f3b1c2d4e5a697886756' }).map(({ name }) => name); //=> ['API_TOKEN']
 */
export function secretVariables(env: Environment): readonly SecretVariable[] {
  return Object.entries(env)
    .flatMap(([name, value]) => (value === undefined || value === '' ? [] : judged(name, value)))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function judged(name: string, value: string): readonly SecretVariable[] {
  const text = unquoted(value.trim());
  const inside = secretsInside(value);
  if (isNamedSecret(name, text)) return [{ name, secrets: [...new Set([text, ...inside])].filter(isTelling) }];
  if (inside.length > 0) return [{ name, secrets: inside.filter(isTelling) }];
  const isRandom = looksRandom(text) && !isNameOfAnIdentity(name);
  return isRandom ? [{ name, secrets: [text] }] : [];
}

/** The folder that a shell is in has the name of a password. */
function isNamedSecret(name: string, text: string): boolean {
  return isSecretName(name) && name !== 'PWD' && !isOrdinary(text);
}

/** Long enough to be marked, and more than one plain word or one letter over and over. */
function isTelling(secret: string): boolean {
  if (secret.length < SHORTEST || new Set(secret).size < 4) return false;
  return !(secret.length < 12 && /^(?:[a-z][a-z]*|[A-Z][A-Z]*|[A-Z][a-z][a-z]*)$/.test(secret));
}
