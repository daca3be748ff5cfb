import { HUMAN } from '@toolthread/core';
import { countOf, dollars } from '@toolthread/core/text';
import { hashPassword, isProxyName } from '@toolthread/server';
import { dayOf, leftIn, leftRoot } from '@toolthread/store';
import type { Result, SpendingLimits } from '@toolthread/store';
import { command } from '../command.ts';
import type { Command } from '../command.ts';
import { dataInUse, dataToBegin, ledgerIn, noteLedger } from '../data-folder.ts';
import { failure } from '../failure.ts';
import { printText } from '../terminal/print-text.ts';
import { newToken } from '../tokens/new-token.ts';
import { spendingLimits, type SpendingValues } from '../serve/config/spending-limits.ts';
import { waitingWords } from '../workspaces/waiting-words.ts';
import { openOwnPeople, type OwnPeople } from './open-own-people.ts';
import { lookalikeOf, personNameProblem } from './person-name-problem.ts';
import { typedPassword } from './typed-password.ts';

const HELP = `toolthread users [list] [--data DIR]
toolthread users add NAME [--type] [--own-threads] [--data DIR]
toolthread users reset NAME [--type] [--data DIR]
toolthread users sign-out NAME [--data DIR]
toolthread users limit NAME [--tokens-by-day N] [--cost-by-day N]
                       [--as-everybody] [--data DIR]
toolthread users remove NAME [--delete-threads] [--data DIR]

People who sign in with a name and a password: "toolthread serve --auth users".
A running server applies a change at once.

  list       list the names, since when, where each is signed in, how many
             threads each owns, and limits of their own; names without an
             account that have a limit
  add        make an account; its password is made and printed, and not shown
             again
  reset      make a new password, and end every sign-in
  sign-out   end every sign-in
  limit      show how much this person may use in a day, or set it with options;
             an amount that is not given is the one that "serve" sets for
             everybody; "@human" is all who come with a token, together
  remove     remove the account, its sign-ins, its roles and its links; or what
             there is of a name that only a proxy knows

  --type            type the password, or send it as a line of the input
  --own-threads     threads that belong to nobody become this person's: those
                    that were made before there were accounts
  --delete-threads  delete the threads that the person owns, for good; without
                    it they belong to nobody: whoever they are shared with keeps
                    that role, and all else needs a token, which can also give
                    roles (PUT /api/threads/ID/people/NAME)
  --tokens-by-day N, --cost-by-day N
                    tokens, and US dollars, in a day (UTC)
  --as-everybody    remove the person's own limits
  --data DIR        the server's data folder (default: that of serve)

What somebody said in threads of others stays there, with the name.

  toolthread users add ada
  toolthread users remove ada --delete-threads
`;

const OPTIONS = {
  data: { type: 'string' },
  type: { type: 'boolean' },
  'own-threads': { type: 'boolean' },
  'delete-threads': { type: 'boolean' },
  'tokens-by-day': { type: 'string' },
  'cost-by-day': { type: 'string' },
  'as-everybody': { type: 'boolean' },
} as const;

const ACTIONS = ['list', 'add', 'reset', 'sign-out', 'limit', 'remove'];
const SEE_HELP = 'Run "toolthread users --help".';

export const users: Command = command({ name: 'users', help: HELP, options: OPTIONS }, async (values, words) => {
  const [action = 'list', name, ...rest] = words;
  if (!ACTIONS.includes(action)) return failure(`There is no "users ${action}".`, SEE_HELP);
  if (action === 'list' && name !== undefined) return failure('"users list" takes no name.', SEE_HELP);
  if (action !== 'list' && (name === undefined || rest.length > 0))
    return failure(`"users ${action}" needs one name.`, SEE_HELP);
  // The first account may be made before the server's first start.
  const used = await (action === 'add' ? dataToBegin : dataInUse)(values.data, process.env);
  if (!used.ok) return failure(used.what, used.whatToDo);
  const opened = await openOwnPeople(used.data, process.env);
  if (!opened.ok) return failure(opened.reason);
  const { own } = opened;
  await noteLedger(used.data, ledgerIn(used.data, process.env));
  const who = name ?? '';
  try {
    switch (action) {
      case 'add':
        return await add(own, who, values.type === true, values['own-threads'] === true);
      case 'reset':
        return await reset(own, who, values.type === true);
      case 'sign-out':
        return await signOut(own, who);
      case 'limit':
        return await limit(own, who, values, values['as-everybody'] === true);
      case 'remove':
        return await remove(own, who, values['delete-threads'] === true);
      default:
        return await list(own);
    }
  } catch (error) {
    if (error instanceof Refused) return failure(error.message);
    throw error;
  } finally {
    await own.close();
  }
});

/** The ledger cannot do its work now. */
class Refused extends Error {}

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Refused(result.error.why ?? result.error.message);
  return result.value;
}

async function list({ people, spent }: OwnPeople): Promise<number> {
  const all = valueOf(await people.accounts.list());
  const names = new Set(all.map(({ name }) => name));
  const others = valueOf(await spent.limited()).filter((name) => !names.has(name));
  if (all.length === 0 && others.length === 0)
    return failure('Nobody has an account yet.', 'toolthread users add NAME');
  const width = Math.max(...[...names, ...others].map((name) => name.length));
  for (const { name, addedAt } of all) {
    const signIns = valueOf(await people.signIns.of(name)).filter(({ until }) => until > Date.now());
    const threads = valueOf(await people.roles.threads(name, 'owner'));
    const since = new Date(addedAt).toISOString().slice(0, 10);
    const where = signIns.length === 0 ? 'not signed in' : `signed in at ${countOf(signIns.length, 'browser')}`;
    const own = limitWords(valueOf(await spent.limits(name)));
    const facts = [
      `since ${since}`,
      where,
      countOf(threads.length, 'thread'),
      ...(own === undefined ? [] : [`at most ${own}`]),
    ];
    await printText(`${name.padEnd(width)}  ${facts.join(', ')}\n`);
  }
  for (const name of others) {
    const own = limitWords(valueOf(await spent.limits(name)));
    await printText(`${name.padEnd(width)}  no account, at most ${own}\n`);
  }
  return 0;
}

async function add({ people, spent }: OwnPeople, name: string, types: boolean, adopts: boolean): Promise<number> {
  const unfit = personNameProblem(name);
  if (unfit !== undefined) return failure(unfit, SEE_HELP);
  const known = valueOf(await people.accounts.list()).map((account) => account.name);
  const had = valueOf(await people.accounts.removed()).flatMap((one) => (one.until === undefined ? one.name : []));
  const alike = lookalikeOf(name, [...known, ...had]);
  if (alike !== undefined)
    return failure(`"${name}" could be taken for "${alike}", who has or had an account.`, 'Give another name.');
  const password = await passwordFor(types);
  if (password === undefined) return failure(NO_PASSWORD);
  if (!valueOf(await people.accounts.add(name, await hashPassword(password))))
    return (await isAccount(people, name))
      ? failure(`There is an account "${name}" already.`, 'toolthread users reset NAME')
      : failure(
          `There was an account "${name}". What it said and used stays with that name.`,
          'Give the new account another name.',
        );
  const adopted = adopts ? valueOf(await people.roles.adopt(name)) : 0;
  if (adopted > 0) await printText(`${countOf(adopted, 'thread')} of nobody's are now ${name}'s.\n`, process.stderr);
  const own = limitWords(valueOf(await spent.limits(name)));
  if (own !== undefined)
    await printText(
      `"${name}" may use ${own}: that limit was set before. "toolthread users limit ${name} --as-everybody" takes it away.\n`,
      process.stderr,
    );
  return show(name, password, types);
}

async function isAccount(people: OwnPeople['people'], name: string): Promise<boolean> {
  return valueOf(await people.accounts.list()).some((account) => account.name === name);
}

async function reset({ people }: OwnPeople, name: string, types: boolean): Promise<number> {
  const password = await passwordFor(types);
  if (password === undefined) return failure(NO_PASSWORD);
  if (!valueOf(await people.accounts.reset(name, await hashPassword(password)))) return failure(noSuch(name), SEE_HELP);
  return show(name, password, types);
}

async function signOut({ people }: OwnPeople, name: string): Promise<number> {
  if (!(await isAccount(people, name))) return failure(noSuch(name), SEE_HELP);
  const ended = valueOf(await people.signIns.end(name));
  await printText(`${countOf(ended, 'sign-in')} of "${name}" ended.\n`, process.stderr);
  return 0;
}

async function limit(
  { people, spent }: OwnPeople,
  name: string,
  values: SpendingValues,
  asEverybody: boolean,
): Promise<number> {
  const limits = spendingLimits(values);
  if ('reason' in limits) return failure(limits.reason, SEE_HELP);
  const isGiven = Object.keys(limits).length > 0;
  if (isGiven && asEverybody) return failure('--as-everybody takes no amount.', SEE_HELP);
  // A limit that was set for such a name can still be taken away.
  if (!asEverybody && name !== HUMAN && !isProxyName(name))
    return failure(`Nobody can have the name "${name}".`, `Whoever comes with a token is "${HUMAN}".`);
  if (isGiven || asEverybody) valueOf(await spent.limit(name, limits));
  const words = limitWords(valueOf(await spent.limits(name))) ?? 'what everybody may';
  const whose = (await isAccount(people, name)) ? '' : ` ${withoutAccount(name)}`;
  await printText(`"${name}" may use ${words}.${whose}\n`, process.stderr);
  return 0;
}

/** Who a limit is for, where no account has the name. */
function withoutAccount(name: string): string {
  return name === HUMAN
    ? 'This is for all who come with a token, together: the owner and every named token.'
    : `There is no account with that name. The limit applies to whoever a proxy gives that name, or gets an account with it. Whoever comes with a token is "${HUMAN}".`;
}

/** Undefined if the person has none of their own. */
function limitWords({ tokens, cost }: SpendingLimits): string | undefined {
  const said = [
    ...(tokens === undefined ? [] : [countOf(tokens, 'token')]),
    ...(cost === undefined ? [] : [dollars(cost)]),
  ];
  return said.length === 0 ? undefined : `${said.join(' and ')} in a day`;
}

async function remove(own: OwnPeople, name: string, deletes: boolean): Promise<number> {
  const { people, deleteThread, ledger } = own;
  if (name === HUMAN)
    return failure(`"${HUMAN}" is whoever comes with a token, and no person.`, 'toolthread tokens revoke NAME');
  const hasAccount = await isAccount(people, name);
  if (!hasAccount && !(await isKnown(own, name))) return failure(noSuch(name), SEE_HELP);
  valueOf(await people.signIns.end(name));
  const threads = new Set<string>();
  // What was asked for before the sign-ins ended may still make a thread.
  do {
    for (const thread of valueOf(await people.roles.threads(name, 'owner'))) {
      const refused = deletes ? await deleteThread(thread) : undefined;
      if (refused !== undefined)
        return failure(`Thread ${thread} could not be deleted: ${refused}`, 'The account is still there. Try again.');
      threads.add(thread);
    }
  } while (valueOf(await people.accounts.remove(name, deletes ? 'are gone' : 'stay')) === 'has threads');
  const became = deletes ? 'deleted' : "nobody's now";
  if (!hasAccount)
    await printText(`There was no account: whoever a proxy calls "${name}" can come in again.\n`, process.stderr);
  await printText(
    `"${name}" is removed. Threads ${became}: ${threads.size}. What ${name} said in threads of others stays there, with the name.\n`,
    process.stderr,
  );
  for (const words of deletes ? await waitingOf(ledger, threads) : []) await printText(`${words}\n`, process.stderr);
  return 0;
}

/** Whether there is anything of a name that has no account. */
async function isKnown({ people, spent }: OwnPeople, name: string): Promise<boolean> {
  if (valueOf(await people.roles.threads(name)).length > 0) return true;
  if (valueOf(await spent.limited()).includes(name)) return true;
  return valueOf(await spent.of(name, dayOf(Date.now()))).length > 0;
}

/** Where folders of these threads are still there: whoever deletes somebody's threads has to know. */
async function waitingOf(ledger: string, threads: ReadonlySet<string>): Promise<readonly string[]> {
  const { left = [], roots = [] } = valueOf(await leftIn(ledger)) ?? {};
  const theirs = left.filter(({ thread }) => threads.has(thread));
  return [...Map.groupBy(theirs, leftRoot)].map(([root, some]) =>
    waitingWords(
      some,
      roots.filter(({ id }) => id === root),
    ),
  );
}

function noSuch(name: string): string {
  return `There is no account "${name}".`;
}

const SHORTEST = 10;
/** As many as a sign-in takes. */
const LONGEST = 1000;
const NO_PASSWORD = `A password has at least ${SHORTEST} letters and at most ${LONGEST}, not only spaces, and is typed twice the same.`;

async function passwordFor(types: boolean): Promise<string | undefined> {
  if (!types) return newToken().slice(0, 20);
  const typed = await typedPassword();
  const isFit = typed !== undefined && typed.trim() !== '' && typed.length >= SHORTEST && typed.length <= LONGEST;
  return isFit ? typed : undefined;
}

/** Only a password that was made goes to the standard output, so that a program can read it. */
async function show(name: string, password: string, types: boolean): Promise<number> {
  if (!types) await printText(`${password}\n`);
  const words = types ? `"${name}" signs in with that password.` : `The password of "${name}", shown only now.`;
  await printText(`${words}\n`, process.stderr);
  return 0;
}
