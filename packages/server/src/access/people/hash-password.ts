import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** What a guess costs: 32 MB, and a tenth of a second. */
const COST = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 };
const BYTES = 32;

/**
 * What is kept of a password: by scrypt, with a salt of its own.
 *
 * @example
 * const kept = await hashPassword('correct horse');
 * kept.startsWith('scrypt$'); //=> true
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const digest = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), digest.toString('base64url')].join('$');
}

/** Whether this is the password. Without a kept one it takes as long, and is not. */
export async function isPassword(password: string, kept: string | undefined): Promise<boolean> {
  const [, N = COST.N, r = COST.r, p = COST.p, salt = '', digest = ''] =
    /^scrypt\$(\d{1,7})\$(\d{1,2})\$(\d)\$([\w-][\w-]*)\$([\w-][\w-]*)$/.exec(kept ?? '') ?? [];
  const cost = { ...COST, N: Number(N), r: Number(r), p: Number(p) };
  const [given, known] = [
    await derive(password, Buffer.from(salt, 'base64url'), cost),
    Buffer.from(digest, 'base64url'),
  ];
  return given.length === known.length && timingSafeEqual(given, known);
}

function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // The same letters, however a keyboard puts them together.
    scrypt(password.normalize('NFC'), salt, BYTES, cost, (error, digest) =>
      error === null ? resolve(digest) : reject(error),
    );
  });
}
