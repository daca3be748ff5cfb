/** What a name says of its value: of a variable, of a parameter of an address, of a member of JSON, of a part of a connection string. */

const NAMES =
  /TOKENS?$|SECRET|PASSWORD|PASSWD|PASSPHRASE|^PASS$|^PWD$|APIKEYS?$|^KEYS?$|PRIVATEKEY|ACCESSKEY|CREDENTIALS?$|^CREDS?$|^AUTH$|AUTHORIZATION|^PAT$|^DSN$|COOKIE/;
/** What is at the end of a name says what the value is: a place, a kind, a number. */
const ABOUT_IT =
  /^(?:FILE|PATH|DIR|FOLDER|SOCK|SOCKET|HOST|PORT|NAME|USER|USERNAME|TYPE|TTL|EXPIRY|EXPIRES|LENGTH|SIZE|COUNT|LIMIT|ALGORITHM|URL|URI|ENDPOINT|ENABLED|REGION|VERSION)$/;

export function isSecretName(name: string): boolean {
  const words = wordsOf(name);
  return !ABOUT_IT.test(words.at(-1) ?? '') && words.some((word) => NAMES.test(word));
}

/** What is as random as a key, and everybody may know it: what was built, where, and which of many it is. */
const IDENTITIES =
  /^(?:ID|IDS|UID|GUID|UUID|DIGEST|HASH|CHECKSUM|SUM|MD5|ETAG|REF|REV|REVISION|HEAD|FINGERPRINT|HOSTNAME|CONTAINER|POD|STREAM|BUILD|RELEASE|TAG|DEPLOYMENT|INSTANCE|MACHINE|COMPUTER|COMPUTERNAME|SERIAL|RUNNER|TRACE|SPAN)$/;
const COMMITS = /^(?:SHA\d*|COMMIT)$/;

export function isNameOfAnIdentity(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  return IDENTITIES.test(last) || ABOUT_IT.test(last) || words.some((word) => COMMITS.test(word));
}

function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toUpperCase()
    .split(/[^A-Z0-9]/)
    .filter((word) => word !== '');
}
