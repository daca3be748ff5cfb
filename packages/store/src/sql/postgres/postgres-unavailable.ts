import { codeOf } from '@toolthread/core/json';
import { thrownWords } from '@toolthread/core/text';
import { DatabaseUnavailable } from '../database.ts';
import { postgresProblem } from './postgres-problem.ts';

/** The message for clients when the database is away: it does not say where the database is. */
export const NO_ANSWER = 'The database does not answer now. Try again in a moment.';
const REFUSES = 'The database refuses this now. Whoever runs the server finds the reason in its log.';

/** `throw postgresUnavailable(error)` */
export function postgresUnavailable(error: unknown): DatabaseUnavailable {
  if (error instanceof DatabaseUnavailable) return error;
  const told = postgresProblem(error) === 'away' ? NO_ANSWER : REFUSES;
  return new DatabaseUnavailable(postgresTrouble(error), { cause: error, told });
}

/**
 * Why a PostgreSQL cannot be used, and what can be done about it: `postgresTrouble(error)`. What the server or the system said comes first; it has no
 * password in it.
 */
function postgresTrouble(error: unknown): string {
  const said = thrownWords(error);
  const advice = ADVICE.find(([form]) => form.test(`${codeOf(error)} ${said}`))?.[1];
  return advice === undefined ? said : `${said.replace(/\.$/, '')}. ${advice}`;
}

/** By the code and the words, the first that fits. */
const ADVICE: readonly (readonly [form: RegExp, advice: string])[] = [
  [/^(?:ENOTFOUND|EAI_AGAIN) /, 'There is no host of that name, or the name could not be looked up.'],
  [/^ECONNREFUSED /, 'Nothing listens there: is the server running, and are host and port right?'],
  [
    /^ETIMEDOUT |^EHOSTUNREACH |^ENETUNREACH |connection timeout|timeout expired|timeout exceeded when trying to connect/,
    'Nothing answers there: are host and port right, and does a firewall let this computer through? The server may be starting, or hang.',
  ],
  [
    /client password must be/,
    'The server needs a password: give it in the address, postgres://user:password@host/database, or in PGPASSWORD.',
  ],
  [/^28P01 /, 'Check the user and the password in the address.'],
  [
    /^28000 .*(?:no encryption|SSL off)/,
    'The server may want TLS: add sslmode=verify-full to the address; or pg_hba.conf has no line for this user, database and host.',
  ],
  [/^28/, 'Check the user in the address, and what pg_hba.conf of the server allows.'],
  [/^3D000 /, 'Make it (createdb NAME), or name another one in the address.'],
  [
    /^3F000 /,
    'The schema that search_path in the address names is not there, or is not for this user. Make it: create schema NAME authorization USER.',
  ],
  [
    /^42501 /,
    'This user needs a schema in which it may make tables: grant usage, create on schema NAME to USER, or a schema of its own.',
  ],
  [/^25006 /, 'This server can only be read: it is a replica. Name the one that takes writes.'],
  [
    /^53300 |remaining connection slots|no more connections allowed/,
    'Every node takes up to 14: raise max_connections, or put a pooler before it.',
  ],
  [/does not support SSL connections/, 'Leave sslmode out of the address, or turn TLS on at the server.'],
  [
    /^(?:\w*CERT\w*|UNABLE_TO_\w\w*) /,
    'The certificate of the server is not trusted here. Name the one that signed it: NODE_EXTRA_CA_CERTS=FILE.',
  ],
  [
    /unsupported startup parameter/,
    'A pooler refuses what the address sets: have it ignore that (ignore_startup_parameters), and set search_path for the user instead (alter role USER set search_path = NAME).',
  ],
  [/^42883 .*pg_current_xact_id/, 'PostgreSQL 13 or newer is needed.'],
];
