/**
 * Which variables of an environment are secret: the one place that says so. By their names (`GITHUB_TOKEN`, `DATABASE_PASSWORD`), and by
 * their values where these can be nothing else (`ghp_…`, a private key, the password in an address, or letters and digits in no order under a name
 * that says of no commit, digest or id). What is as short or as plain as an ordinary word
 * is told apart: marking it would mark that word everywhere.
 */
import { SHORTEST } from './secret-forms.ts';

/** A variable that is secret, and what of it is marked. */
export interface SecretVariable {
  readonly name: string;
  /** What is marked: of an address its password alone. None where it is too short or too plain to be. */
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
  const inside = secretsInside(value);
  if (inside.length > 0) return [{ name, secrets: inside.filter(isTelling) }];
  if (isSecretValue(value) || (isPlainRandom(value) && !isNameOfAnIdentity(name)))
    return [{ name, secrets: [value.trim()] }];
  if (!isSecretName(name) || isOrdinary(value)) return [];
  const [, credential] = /^(?:bearer|basic|token)\s+(\S+)$/i.exec(value) ?? [];
  return [{ name, secrets: [value.trim(), ...(credential === undefined ? [] : [credential])].filter(isTelling) }];
}

const NAMES =
  /TOKENS?$|SECRET|PASSWORD|PASSWD|PASSPHRASE|^PASS$|^PWD$|APIKEYS?$|^KEYS?$|PRIVATEKEY|ACCESSKEY|CREDENTIALS?$|^CREDS?$|^AUTH$|AUTHORIZATION|^PAT$|^DSN$|COOKIE/;
/** What stands at the end of a name says what the value is: a place, a kind, a number. */
const ABOUT_IT =
  /^(?:FILE|PATH|DIR|FOLDER|SOCK|SOCKET|HOST|PORT|NAME|USER|USERNAME|TYPE|TTL|EXPIRY|EXPIRES|LENGTH|SIZE|COUNT|LIMIT|ALGORITHM|URL|URI|ENDPOINT|ENABLED|REGION|VERSION)$/;

function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  // The folder a shell is in, and the one it was in.
  if (words.length === 1 && words[0] === 'PWD') return false;
  return !ABOUT_IT.test(words.at(-1) ?? '') && words.some((word) => NAMES.test(word));
}

/** What is as random as a key, and everybody may know it: what was built, and which of many it is. */
const IDENTITIES =
  /^(?:ID|IDS|UID|GUID|UUID|DIGEST|HASH|CHECKSUM|SUM|MD5|ETAG|REF|REV|REVISION|HEAD|FINGERPRINT|HOSTNAME|CONTAINER|POD|STREAM)$/;
const COMMITS = /^(?:SHA\d*|COMMIT)$/;

function isNameOfAnIdentity(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  return IDENTITIES.test(last) || ABOUT_IT.test(last) || words.some((word) => COMMITS.test(word));
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '');
}

/** Prefixes that those who hand out keys put before them. */
const PREFIXES =
  /^(?:gh[oprsu]_|github_pat_|glpat-|glsa_|sk-|sk_(?:live|test)_|rk_live_|pk_live_|whsec_|A[KS]IA[A-Z0-9]{12}|xox[abeoprs]-|xapp-|npm_|pypi-|hf_|AIza|ya29\.|1\/\/0|eyJ[\w-]+\.eyJ|SG\.|dop_v1_|shp(?:at|ss|ca)_|dckr_pat_|lin_api_|figd_|gsk_|xai-|r8_|tvly-|pplx-|AGE-SECRET-KEY-|key-(?=[a-z\d]{32}$)|\d{6,12}:AA(?=[\w-]{30,}$)|-----BEGIN [A-Z ]*PRIVATE KEY)/;
const LEAST_PREFIXED = 16;
const LEAST_RANDOM = 24;

function isSecretValue(value: string): boolean {
  const text = value.trim();
  if (PREFIXES.test(text)) return text.length >= LEAST_PREFIXED;
  if (text.length < LEAST_RANDOM || !/^[\w+/=-]+$/.test(text) || isPath(text)) return false;
  // Small and large letters and digits, in no order that a word would have.
  return (
    /[a-z]/.test(text) && /[A-Z]/.test(text) && /\d/.test(text) && !/_/.test(text.slice(1, -1)) && entropyOf(text) >= 4
  );
}

const LEAST_PLAIN = 32;
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Hex digits, a UUID, or letters of one case with digits among them, in no order that a word would have. A commit looks the same. */
function isPlainRandom(value: string): boolean {
  const text = value.trim();
  if (!UUID.test(text) && !(text.length >= LEAST_PLAIN && /^(?:[a-z\d]+|[A-Z\d]+)$/.test(text))) return false;
  const changes = text.match(/\d(?=[a-z])|[a-z](?=\d)/gi)?.length ?? 0;
  return changes >= LEAST_CHANGES && new Set(text).size >= 8;
}

/** From a letter to a digit or back: 32 random ones have twice as many, names with a year or a version in them fewer. */
const LEAST_CHANGES = 5;

/** The passwords in an address, what makes the address itself a key, and what its parameters call secret: as they stand there, and as they are meant. */
function secretsInside(value: string): readonly string[] {
  const [, userinfo = '', place = '', query = ''] =
    /^[a-z][a-z\d+.-]*:\/\/(?:([^/?#@\s]*)@)?([^?#\s]*)(?:\?([^#\s]*))?/i.exec(value.trim()) ?? [];
  const [, password = ''] = /^[^:]*:(.*)$/.exec(userinfo) ?? [];
  // A name alone before the host may be a key: https://KEY@host.
  const alone = password === '' && (isSecretValue(userinfo) || isPlainRandom(userinfo)) ? [userinfo] : [];
  const parameters = query.split('&').map((pair) => /^([^=]+)=(.+)$/.exec(pair));
  const named = parameters.flatMap((pair) =>
    pair !== null && (isSecretName(pair[1] ?? '') || SIGNATURE.test(pair[1] ?? '')) ? [pair[2] ?? ''] : [],
  );
  const all = [password, ...alone, ...keysIn(place), ...named].filter((secret) => secret !== '');
  return [...new Set(all.flatMap((secret) => [secret, decoded(secret)]))];
}

const SIGNATURE = /^(?:sig|(?:x-amz-|x-goog-)?signature)$/i;
/** Whoever knows such an address may speak there: of Slack, Discord, Teams, Mattermost, Zapier, … */
const HOOK = /(?:^|[./-])(?:web)?hooks?(?:b2)?[./]|^hc-ping\.com\//i;

/** Of the host and path of an address: the names in it that are keys. */
function keysIn(place: string): readonly string[] {
  const [, ...names] = place.split('/');
  const isHook = HOOK.test(place);
  const isKey = (name: string): boolean =>
    (isHook || PREFIXES.test(name)) && name.length >= LEAST_PREFIXED && /\d/.test(name) && /[a-z]/i.test(name);
  return names.map((name) => name.replace(/^bot(?=\d)/, '')).filter(isKey);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A value that is no secret whatever its name says. */
function isOrdinary(value: string): boolean {
  const text = value.trim();
  return (
    /^(?:true|false|yes|no|on|off|none|null|undefined|enabled|disabled|default|\d{1,11})$/i.test(text) ||
    isPath(text) ||
    isAddress(text)
  );
}

function isAddress(text: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\/\S+$/i.test(text);
}

/** Names between slashes. What only happens to begin with a slash has no such names. */
function isPath(text: string): boolean {
  if (!/^(?:~|\.{1,2})?\/[^\s]*$/.test(text)) return false;
  return text.split('/').every((name) => name.length < LEAST_RANDOM || entropyOf(name) < 4) && !/[+=]/.test(text);
}

/** Long enough to be marked, and more than one plain word or one letter over and over. */
function isTelling(secret: string): boolean {
  if (secret.length < SHORTEST || new Set(secret).size < 4) return false;
  return !(secret.length < 12 && /^(?:[a-z]+|[A-Z]+|[A-Z][a-z]+)$/.test(secret));
}

/** Bits in a character, by how often each of them stands there. */
function entropyOf(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
