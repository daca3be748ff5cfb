import { tokenRow } from '@toolthread/server';
import { command } from '../command.ts';
import type { Command } from '../command.ts';
import { failure } from '../failure.ts';
import { dataInUse, dataToBegin, ledgerIn, noteLedger } from '../data-folder.ts';
import { printText } from '../terminal/print-text.ts';
import { newToken } from './new-token.ts';
import type { KeptToken } from './token-list.ts';
import { readOwnerToken } from './owner-token.ts';
import { type TokenPlace, tokenPlace } from './token-place.ts';

const HELP = `toolthread tokens [list] [--data DIR]
toolthread tokens add NAME [--read-only] [--days N] [--data DIR]
toolthread tokens rotate NAME [--days N] [--data DIR]
toolthread tokens revoke NAME [--data DIR]
toolthread tokens show owner [--data DIR]

Access tokens of the server: the owner's, and one for each other device,
program or person. A running server applies a change at once, and ends what a
revoked token has opened within a second. If DATABASE_URL names the database of
the threads, they are valid on every server that uses it.

  list      list the names, what each may do, since when and until when
  add       make a token and print it; it is not stored and not shown again
  rotate    make a new token for the same name; the old one becomes invalid
  revoke    make it invalid, also in browsers that signed in with it
  show      print the owner's token; the others are not stored in a form that
            can be shown

  --read-only   it may only read
  --days N      it expires after N days
  --data DIR    the server's data folder (default: the one that serve uses)

  toolthread tokens add phone --days 30
  toolthread tokens rotate owner
`;

const OWNER = 'owner';
const DAY_MS = 24 * 3600 * 1000;

const OPTIONS = {
  data: { type: 'string' },
  days: { type: 'string' },
  'read-only': { type: 'boolean' },
} as const;

export const tokens: Command = command({ name: 'tokens', help: HELP, options: OPTIONS }, async (values, words) => {
  const [action = 'list', name, ...rest] = words;
  if (!['list', 'add', 'rotate', 'revoke', 'show'].includes(action))
    return failure(`There is no "tokens ${action}".`, SEE_HELP);
  if (action === 'list' && name !== undefined) return failure('"tokens list" takes no name.', SEE_HELP);
  // Before a first start the database may be there, and nothing else.
  const begins = action === 'add' && Boolean(process.env['DATABASE_URL']);
  const used = await (begins ? dataToBegin : dataInUse)(values.data, process.env);
  if (!used.ok) return failure(used.what, used.whatToDo);
  if (action !== 'list' && (name === undefined || rest.length > 0))
    return failure(`"tokens ${action}" needs one name.`, SEE_HELP);
  if (values.days !== undefined && !/^[1-9]\d{0,4}$/.test(values.days))
    return failure(`--days needs a number from 1 to 99999, not "${values.days}".`, SEE_HELP);
  const expiresAt = values.days === undefined ? undefined : Date.now() + Number(values.days) * DAY_MS;
  const until = expiresAt === undefined ? {} : { expiresAt };
  const found = await tokenPlace(used.data, process.env);
  if (!found.ok) return failure(found.reason);
  const { place } = found;
  if (begins) await noteLedger(used.data, ledgerIn(used.data, process.env));
  try {
    if (name === undefined) return await list(place);
    if (action === 'revoke') return await revoke(place, name);
    if (action === 'show') return await showOwner(place, name, readOwnerToken(used.data, process.env));
    if (action === 'rotate') return await (name === OWNER ? rotateOwner(place) : rotate(place, name, until));
    return await add(place, name, { may: values['read-only'] === true ? 'read' : 'all', ...until });
  } finally {
    await place.close();
  }
});

const HOW_TO_OPEN = "A browser opens with it: the server's address, then /#token=…";
const SEE_HELP = 'Run "toolthread tokens --help".';

async function list(place: TokenPlace): Promise<number> {
  const kept = await place.list();
  if (!kept.ok) return failure(kept.reason);
  const owner = await place.owner();
  const given = process.env['TOOLTHREAD_TOKEN'] ?? '';
  const rows = [[OWNER, 'everything', given === '' ? owner : 'TOOLTHREAD_TOKEN'], ...kept.tokens.map(rowOf)];
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) => row.map((text, i) => text.padEnd(widths[i] ?? 0)).join('  '));
  await printText(`${lines.join('\n')}\n`);
  return 0;
}

function rowOf({ name, may, madeAt, expiresAt }: KeptToken): string[] {
  const until = expiresAt === undefined ? '' : `, ${expiresAt <= Date.now() ? 'expired' : 'until'} ${day(expiresAt)}`;
  return [name, may === 'all' ? 'everything' : 'read only', `since ${day(madeAt)}${until}`];
}

function day(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

async function add(place: TokenPlace, name: string, rights: Pick<KeptToken, 'may' | 'expiresAt'>): Promise<number> {
  if (!/^\w[\w.-]{0,39}$/.test(name))
    return failure(`"${name}" is not a valid name: letters, digits, "-", "_" and ".", 40 at most.`, SEE_HELP);
  if (name === OWNER) return failure('The owner has a token already.', 'toolthread tokens rotate owner');
  const token = newToken();
  const problem = await place.change((tokens) =>
    tokens.some((kept) => kept.name === name)
      ? `There is a token "${name}" already: rotate or revoke it.`
      : [...tokens, keptToken(name, token, rights)],
  );
  return problem === undefined ? show(name, token) : failure(problem);
}

async function rotate(place: TokenPlace, name: string, until: Pick<KeptToken, 'expiresAt'>): Promise<number> {
  const token = newToken();
  const problem = await place.change((tokens) => {
    const before = tokens.find((kept) => kept.name === name);
    if (before === undefined) return noSuch(name);
    const after = keptToken(name, token, { ...before, ...until });
    if ((after.expiresAt ?? Infinity) <= Date.now()) return `"${name}" has expired: say with --days N for how long.`;
    return tokens.map((kept) => (kept === before ? after : kept));
  });
  return problem === undefined ? show(name, token) : failure(problem, SEE_HELP);
}

async function rotateOwner(place: TokenPlace): Promise<number> {
  if ((process.env['TOOLTHREAD_TOKEN'] ?? '') !== '')
    return failure('The owner’s token is TOOLTHREAD_TOKEN.', 'Change it there, and start the server again.');
  const token = newToken();
  const problem = await place.keepOwner(token);
  return problem === undefined ? show(OWNER, token) : failure(problem);
}

async function showOwner(place: TokenPlace, name: string, token: string | undefined): Promise<number> {
  if (name !== OWNER)
    return failure(
      `The token of "${name}" is not stored, and was shown when it was made.`,
      `toolthread tokens rotate ${name}`,
    );
  if (token === undefined) return failure('The owner’s token is made at the first start.', 'toolthread serve');
  const isGiven = (process.env['TOOLTHREAD_TOKEN'] ?? '') !== '';
  if (!isGiven && !(await place.isOwners(token)))
    return failure(
      'The owner’s token was made at another node, and is in its data folder.',
      'toolthread tokens rotate owner',
    );
  await printText(`${token}\n`);
  await printText(`The token of the owner. ${HOW_TO_OPEN}\n`, process.stderr);
  return 0;
}

async function revoke(place: TokenPlace, name: string): Promise<number> {
  if (name === OWNER) return failure('The owner’s token cannot be revoked.', 'toolthread tokens rotate owner');
  const problem = await place.change((tokens) =>
    tokens.some((kept) => kept.name === name) ? tokens.filter((kept) => kept.name !== name) : noSuch(name),
  );
  if (problem !== undefined) return failure(problem, SEE_HELP);
  await printText(`"${name}" no longer works.\n`, process.stderr);
  return 0;
}

function noSuch(name: string): string {
  return `There is no token "${name}".`;
}

function keptToken(name: string, token: string, { may, expiresAt }: Pick<KeptToken, 'may' | 'expiresAt'>): KeptToken {
  const { strong: _, ...row } = tokenRow(name, token, { may, ...(expiresAt === undefined ? {} : { expiresAt }) });
  return { ...row, madeAt: Date.now() };
}

/** Only the token goes to the standard output, so that a program can read it. */
async function show(name: string, token: string): Promise<number> {
  await printText(`${token}\n`);
  await printText(`The token of "${name}", shown only now. ${HOW_TO_OPEN}\n`, process.stderr);
  return 0;
}
