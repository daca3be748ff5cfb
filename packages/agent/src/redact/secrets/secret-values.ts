/** The forms by which a secret is known whatever the name of its variable is. Each gives what of the value is to be marked. */
import { parsedJson } from '@toolthread/core/json';
import { isPath, looksRandom } from './looks-random.ts';
import { isNameOfAnIdentity, isSecretName } from './is-secret-name.ts';

export type SecretForm = 'prefix' | 'private key' | 'address' | 'pairs' | 'header' | 'json';

/** `SECRET_VALUES.address('postgres://app:s3cret-w0rd@db/main')` is `['s3cret-w0rd']`. */
export const SECRET_VALUES: Readonly<Record<SecretForm, (text: string) => readonly string[]>> = {
  prefix: prefixedIn,
  'private key': privateKeys,
  address: inAddress,
  pairs: inPairs,
  header: inHeader,
  json: inJson,
};

/** All that is secret in a value, by its form. Quotes around it are no part of it. */
export function secretsInside(value: string): readonly string[] {
  const text = unquoted(value.trim());
  return [...new Set(Object.values(SECRET_VALUES).flatMap((find) => find(text)))].filter((secret) => secret !== '');
}

/** What those who hand out keys put before them. */
export const PREFIXES: readonly string[] = [
  'gh[oprsu]_',
  'github_pat_',
  'glpat-',
  'glsa_',
  'sk-',
  'sk_(?:live|test)_',
  'rk_live_',
  'pk_live_',
  'whsec_',
  'A[KS]IA[A-Z0-9]{12}',
  'xox[abeoprs]-',
  'xapp-',
  'npm_',
  'pypi-',
  'hf_',
  'AIza',
  'ya29\\.',
  '1//0',
  'eyJ[\\w-][\\w-]*\\.eyJ',
  'SG\\.',
  'dop_v1_',
  'shp(?:at|ss|ca)_',
  'dckr_pat_',
  'lin_api_',
  'figd_',
  'gsk_',
  'xai-',
  'r8_',
  'tvly-',
  'pplx-',
  'AGE-SECRET-KEY-',
  'hv[bsr]\\.',
  'ntn_',
  'sntry[su]_',
  'sq0[a-z]{3}-',
  'dapi[\\da-f]{32}',
  'ops_eyJ',
];
const PREFIXED = new RegExp(`^(?:${PREFIXES.join('|')})`);
/** Where a usual word is before it, all of the key says that it is one. */
const WHOLE = /^(?:key-[a-z\d]{32}|\d{6,12}:AA[\w-]{30}[\w-]*|secret_[A-Za-z\d]{32}[A-Za-z\d]*|s\.[A-Za-z\d]{24})$/;
const LEAST_PREFIXED = 16;

/** The whole text, or words of it: what sets them apart is in no key, but for the colon. */
function prefixedIn(text: string): readonly string[] {
  const words = text.split(/[\s"'`,;=|<>()[\]{}]/).filter(({ length }) => length >= LEAST_PREFIXED);
  return [text, ...words, ...words.flatMap((word) => word.split(':'))].filter(isPrefixed);
}

function isPrefixed(text: string): boolean {
  if (text.length < LEAST_PREFIXED) return false;
  if (WHOLE.test(text)) return true;
  // Words after a prefix have neither digits nor letters of both cases: sk-all-the-translations.
  const isOfLetters = /^[a-z_-][a-z_-]*$|^[A-Z_-][A-Z_-]*$/.test(text);
  return PREFIXED.test(text) && !isOfLetters && !/\s/.test(text);
}

/** Also where its lines are joined by `\n` as in JSON. */
function privateKeys(text: string): readonly string[] {
  const blocks = text.match(/-----BEGIN [A-Z ]*PRIVATE KEY[^]*?(?:-----END [A-Z ]*PRIVATE KEY[A-Z ]*-----|$)/g) ?? [];
  return blocks.map((block) => block.replaceAll(/(?:\\r)?\\n/g, '\n').trim());
}

/** All addresses in a text, and what is written as an address without its kind: `me:password@host:8080`, `me:password@tcp(host)/main`, `me/password@//host`. */
function inAddress(text: string): readonly string[] {
  const [, oracle = ''] = /^jdbc:oracle:[a-z][a-z]*:[^/@\s][^/@\s]*\/([^@\s][^@\s]*)@/i.exec(text) ?? [];
  const [, bare = '', simple = ''] =
    /^(?!jdbc:)[^\s:@/]{1,200}:(?!\/\/)(\S{1,1000})@(?:[a-z\d]{0,20}\(|[\w.-]{1,200}:\d{2,5}(?!\w))/i.exec(text) ??
    /^[^\s:@/]{1,200}()\/([^\s@]{1,1000})@\/\//.exec(text) ??
    [];
  // To look for what may begin one takes forty looks at each letter.
  const begins = text.includes('://') ? text.matchAll(/[a-z][a-z\d+.-]{0,40}:\/\//gi) : [];
  const addresses = Array.from(begins, (begin) =>
    inOneAddress(/^\S*/.exec(text.slice(begin.index + begin[0].length))?.[0] ?? ''),
  );
  return [oracle, bare, simple, ...addresses.flat()]
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, decoded(secret)]);
}

/** Behind `postgres://`: the passwords, what makes the address itself a key, and what its parameters call secret. */
function inOneAddress(address: string): readonly string[] {
  const [, userinfo = ''] = /^([^/?#]*)@/.exec(address) ?? UNESCAPED.exec(address) ?? [];
  const [, place = '', query = ''] =
    /^([^?#]*)(?:\?([^#]*))?/.exec(address.slice(userinfo === '' ? 0 : userinfo.length + 1)) ?? [];
  const [, password = ''] = /^[^:]*:(.*)$/.exec(userinfo) ?? [];
  // A name alone before the host may be a key: https://KEY@host.
  const alone = password === '' && isKey(userinfo) ? [userinfo] : [];
  const parameters = query.split('&').map((pair) => /^([^=][^=]*)=(..*)$/.exec(pair));
  const named = parameters.flatMap((pair) =>
    pair !== null && (isSecretName(pair[1] ?? '') || SIGNATURE.test(pair[1] ?? '')) ? [pair[2] ?? ''] : [],
  );
  return [password, ...alone, ...keysIn(place), ...named];
}

/** A password with a slash, a question mark or a hash in it that should have been escaped. What is behind a colon and a number is a path. */
const UNESCAPED = /^([^:/?#@[]*:(?!\d{0,5}(?:[/?#]|$))[^@]*)@/;

function isKey(text: string): boolean {
  return isPrefixed(text) || looksRandom(text);
}

const SIGNATURE = /^(?:sig|(?:x-amz-|x-goog-)?signature)$/i;
/** Whoever knows such an address may speak there: of Slack, Discord, Teams, Mattermost, Zapier, … */
const HOOK = /(?:^|[./-])(?:web)?hooks?(?:b2)?[./]|^hc-ping\.com\//i;

/** Of the host and path of an address: the names in it that are keys. */
function keysIn(place: string): readonly string[] {
  const [, ...names] = place.split('/');
  const isHook = HOOK.test(place);
  return names
    .map((name) => name.replace(/^bot(?=\d)/, ''))
    .filter((name) =>
      isHook ? name.length >= LEAST_PREFIXED && /\d/.test(name) && /[a-z]/i.test(name) : isPrefixed(name),
    );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A connection string: `Server=db;Password=…`, `AccountName=…;AccountKey=…`, `host=db password=…`. */
function inPairs(text: string): readonly string[] {
  if (!text.includes('=')) return [];
  const isSeparated = text.includes(';');
  // The parameters of an address are the address's.
  if (!isSeparated && isAddress(text)) return [];
  const pairs = isSeparated
    ? text.matchAll(/([^=;]{1,60})=("[^"]*"|'[^']*'|[^;]*)/g)
    : text.matchAll(/([^=\s,]{1,60})\s?=\s?("[^"]*"|'[^']*'|\S*)/g);
  return [...pairs].flatMap(([, name = '', value = '']) => {
    const secret = unquoted(value.trim());
    if (isSecretName(name) && !isOrdinary(secret)) return [secret];
    const [first = ''] = secret.split(',');
    return looksRandom(first) && !isNameOfAnIdentity(name) ? [first] : [];
  });
}

/** The credentials of headers, the passwords in them, and what headers with secret names hold. */
function inHeader(text: string): readonly string[] {
  const credentials = text.matchAll(/(?:^|[\s:="'])(bearer|basic|token)(?:\s|%20){1,8}([\w.~+/=-]{8,4000})/gi);
  const lines = text.matchAll(
    /(?:^|[\s"'])([\w-]{1,60}): {0,8}(?:([\w-]{1,40}) {1,8})?([^\s"',;]{8,4000})(?=["',;]|\s*$|\s*\n)/g,
  );
  return [
    ...[...credentials].flatMap(([, kind = '', credential = '']) => inCredential(kind, credential)),
    ...[...lines].flatMap(([, name = '', , value = '']) =>
      isSecretName(name) && !isOrdinary(value) && !/^[a-z_-]*=$/i.test(value) ? [value] : [],
    ),
  ];
}

function inCredential(kind: string, credential: string): readonly string[] {
  if (kind.toLowerCase() !== 'basic') return /\d/.test(credential) && /[a-z]/i.test(credential) ? [credential] : [];
  const [, password] =
    /^[^:\p{C}]{1,1000}:([^\p{C}]{1,1000})$/u.exec(Buffer.from(credential, 'base64').toString()) ?? [];
  return password === undefined || password.includes('\ufffd') ? [] : [credential, password];
}

/** What members with secret names hold, and what is secret in any of its texts. */
function inJson(text: string): readonly string[] {
  if (!/^[{[]/.test(text)) return [];
  const found: string[] = [];
  const waiting: { readonly name: string; readonly value: unknown }[] = [{ name: '', value: parsedJson(text) }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { name, value } = next;
    if (typeof value === 'string') {
      const inside = JSON_TEXTS.flatMap((form) => SECRET_VALUES[form](value.trim()));
      const own = inside.length === 0 && isSecretName(name) && !isOrdinary(value) ? [value.trim()] : inside;
      found.push(...own);
    }
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, member] of Object.entries(value))
      waiting.push({ name: Array.isArray(value) ? name : key, value: member });
  }
  return found;
}

const JSON_TEXTS = ['prefix', 'private key', 'address', 'pairs', 'header'] as const satisfies readonly SecretForm[];

/** A value that is no secret whatever its name says. */
export function isOrdinary(value: string): boolean {
  const text = value.trim();
  return (
    /^(?:true|false|yes|no|on|off|none|null|undefined|enabled|disabled|default|\d{1,11})$/i.test(text) ||
    isPath(text) ||
    isAddress(text)
  );
}

function isAddress(text: string): boolean {
  return /^(?:jdbc:)?[a-z][a-z\d+.-]*:\/\/\S\S*$/i.test(text);
}

export function unquoted(text: string): string {
  return /^(["'])([^]*)\1$/.exec(text)?.[2] ?? text;
}
