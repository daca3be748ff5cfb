import { networkInterfaces } from 'node:os';
import type { NetworkInterfaceInfo } from 'node:os';
import { isLoopbackAddress } from '@toolthread/server';
import type { ChosenModel } from './choose-model.ts';

/** Where the words go: to a person who reads them now, to a log that systemd collects, or into a file or a pipe. */
export type Output = 'terminal' | 'journal' | 'file';

/** `outputOf(process.stdout, process.env)` */
export function outputOf({ isTTY }: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Output {
  if (isTTY === true) return 'terminal';
  return env['JOURNAL_STREAM'] === undefined ? 'file' : 'journal';
}

export interface Started {
  /** Each opens the page; the first one on this computer. */
  readonly addresses: readonly string[];
  /** The owner's; undefined if this node does not know it. */
  readonly token: string | undefined;
  /** Where it listens. */
  readonly host: string;
  readonly output: Output;
  /** Where people are known otherwise, the address without the token is for them. */
  readonly auth?: 'token' | 'users' | 'proxy';
  readonly data: string;
  /** Where the threads are, if not in the data folder. */
  readonly database: string | undefined;
  readonly chosen: ChosenModel | undefined;
  readonly logRequests: string | undefined;
}

/** What a person wants to know at the start: where it is, where threads are kept, and who answers. */
export function startWords(started: Started): string {
  const { addresses, token, auth = 'token', data, database, chosen, logRequests } = started;
  const isForPeople = auth !== 'token';
  const shown = tellsToken(started) ? token : undefined;
  const opened = (address: string): string => (shown === undefined ? address : withToken(address, shown));
  const [own = '', ...others] = isForPeople ? addresses : addresses.map(opened);
  return [
    `Toolthread is at ${own}`,
    ...others.map((address) => `On other computers it is at ${address}`),
    ...(token === undefined ? [ANOTHER_OWNER] : []),
    ...(token !== undefined && shown === undefined
      ? [`Its token is not written to a log: toolthread tokens show owner --data ${data}`]
      : []),
    ...(isForPeople && shown !== undefined
      ? [`With the operator's token, which opens every thread: ${opened(addresses[0] ?? '')}`]
      : []),
    `Threads are kept in ${database ?? data}`,
    answering(chosen),
    ...(logRequests === undefined ? [] : [logWords(logRequests, chosen)]),
    '',
  ].join('\n');
}

/** What a service says is kept, copied and sent on. On the computer of one person the address has to open the page, also where a script reads it. */
function tellsToken({ host, output, auth = 'token' }: Started): boolean {
  return output === 'terminal' || (output === 'file' && auth === 'token' && isLoopbackAddress(host));
}

const ANOTHER_OWNER =
  'The owner’s token was made at another node, and opens this one too; "toolthread tokens add NAME" makes another';

/** `withToken('http://127.0.0.1:4780', token)` */
export function withToken(address: string, token: string): string {
  return `${address}/#token=${encodeURIComponent(token)}`;
}

function logWords(folder: string, chosen: ChosenModel | undefined): string {
  return chosen === undefined
    ? `Nothing is written to ${folder}: the demo agent sends no requests`
    : `Requests and responses are written to ${folder}`;
}

function answering(chosen: ChosenModel | undefined): string {
  if (chosen === undefined)
    return 'The demo agent answers: no key of a model is set ("toolthread serve --help" names them)';
  const { model, by, unused } = chosen;
  const others = unused.length === 0 ? '' : `; not used: ${unused.join(', ')}`;
  const window = model.contextTokens === undefined ? WINDOW_UNKNOWN : '';
  return `${model.model} answers (${by} is ${by.startsWith('-') ? 'given' : 'set'}${others})${window}`;
}

const WINDOW_UNKNOWN =
  '\nThe size of its context window is not known: with --context-tokens N long threads are summarised before it is full';

type Interfaces = {
  readonly [name: string]: readonly Pick<NetworkInterfaceInfo, 'address' | 'family' | 'internal'>[] | undefined;
};

/** Where a server can be opened that listens there: nobody can open `0.0.0.0`, which means every address of this computer. */
export function addressesOf(url: string, interfaces: Interfaces = networkInterfaces()): readonly string[] {
  const { hostname, port } = new URL(url);
  if (hostname !== '0.0.0.0' && hostname !== '[::]') return [url];
  const families = hostname === '[::]' ? ['IPv4', 'IPv6'] : ['IPv4'];
  const outside = Object.values(interfaces)
    .flatMap((found) => found ?? [])
    // An address that begins with fe80 means nothing without the name of the network card.
    .filter(({ address, family, internal }) => !internal && families.includes(family) && !address.startsWith('fe80'))
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));
  return ['127.0.0.1', ...outside].map((host) => `http://${host}:${port}`);
}
