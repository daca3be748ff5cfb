import type { Ledger, People, Reach, Result } from '@toolthread/store';

type Asking<Args extends readonly unknown[], T> = (...args: Args) => Promise<Result<T>>;

interface Prompt {
  /** Nothing is changed by it: it ends as soon as it is known that no answer will come. */
  readonly read: <Args extends readonly unknown[], T>(asking: Asking<Args, T>) => Asking<Args, T>;
  /** Refused before it begins. One that has begun may be written already: it ends when that is known. */
  readonly write: <Args extends readonly unknown[], T>(asking: Asking<Args, T>) => Asking<Args, T>;
}

/**
 * The same ledger for requests, behind which somebody waits: while it is known that the database does not answer, they are told so at once, and can be sent to
 * another node. Runs have the other one, which is patient.
 */
export function promptLedger(ledger: Ledger): Ledger {
  if (ledger.reach === undefined) return ledger;
  const { read, write } = promptBy(ledger.reach);
  return {
    ...ledger,
    createThread: write(ledger.createThread),
    append: write(ledger.append),
    purge: write(ledger.purge),
    deleteThread: write(ledger.deleteThread),
    putBlob: write(ledger.putBlob),
    putBlobs: write(ledger.putBlobs),
    read: read(ledger.read),
    state: read(ledger.state),
    shown: read(ledger.shown),
    thread: read(ledger.thread),
    listThreads: read(ledger.listThreads),
    scopes: read(ledger.scopes),
    blobUses: read(ledger.blobUses),
    blobSize: read(ledger.blobSize),
    getBlob: read(ledger.getBlob),
    search: read(ledger.search),
  };
}

/** The same for who uses a server: each request begins with the question who asks. */
export function promptPeople(people: People, reach: Reach | undefined): People {
  if (reach === undefined) return people;
  const { accounts, signIns, roles, links, readers, changes } = people;
  const { read, write } = promptBy(reach);
  return {
    accounts: { ...accounts, list: read(accounts.list), password: read(accounts.password) },
    signIns: {
      begin: write(signIns.begin),
      find: read(signIns.find),
      of: read(signIns.of),
      end: write(signIns.end),
      expire: write(signIns.expire),
    },
    roles: {
      of: read(roles.of),
      inThread: read(roles.inThread),
      threads: read(roles.threads),
      give: write(roles.give),
      adopt: write(roles.adopt),
    },
    links: {
      make: write(links.make),
      find: read(links.find),
      of: read(links.of),
      takeBack: write(links.takeBack),
    },
    readers: { say: write(readers.say), of: read(readers.of), leave: write(readers.leave) },
    changes: read(changes),
  };
}

function promptBy({ away, onAway, words }: Reach): Prompt {
  const refused = (): Result<never> => ({
    ok: false,
    error: { code: 'unavailable', message: words },
  });
  return {
    read:
      (asking) =>
      (...args) => {
        if (away() !== undefined) return Promise.resolve(refused());
        return new Promise((resolve, reject) => {
          const end = onAway(() => resolve(refused()));
          void asking(...args)
            .then(resolve, reject)
            .finally(end);
        });
      },
    write:
      (asking) =>
      (...args) =>
        away() === undefined ? asking(...args) : Promise.resolve(refused()),
  };
}
