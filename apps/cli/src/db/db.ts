import { command } from '../command.ts';
import type { Command } from '../command.ts';
import { failure } from '../failure.ts';
import { backup } from './backup.ts';
import { left } from './left.ts';
import { move } from './move.ts';
import { reopen } from './reopen.ts';
import { restore } from './restore.ts';

const HELP = `toolthread db backup FILE [--data DIR]
toolthread db restore FILE [--data DIR]
toolthread db move --to postgres|sqlite [--data DIR]
toolthread db reopen [--data DIR]
toolthread db left [--data DIR]

All that is kept, as one file, or in another place. With DATABASE_URL the
threads are in that PostgreSQL database, without it in the data folder.

  backup    write threads, events, files and settings to FILE, as they are at
            this moment; a server may run. FILE is for its owner only, and has
            its name when it is whole
  restore   put a backup into an empty data folder, or an empty database;
            every row is read again before it counts
  move      copy the threads of the data folder to the database that
            DATABASE_URL names (--to postgres), or from there to the data folder
            (--to sqlite), checked thread by thread. No server may run. The old
            ones stay where they are, and no server starts on them any more
  reopen    use the old ones again, without what was said in the new place since
  left      say which folders of deleted threads are still there, and where: a
            server removes them when it has their storage

In a backup: threads, and of the data folder toolthread.json, policy.json,
mcp.json and tokens.json. Not in it: the owner's token, and the workspaces.

  --data DIR   the data folder (default: the one that serve uses)

  toolthread db backup /backups/threads-monday.backup
  toolthread db restore /backups/threads-monday.backup --data ./threads
  DATABASE_URL=postgres://db.example/threads toolthread db move --to postgres
`;

const OPTIONS = {
  data: { type: 'string' },
  to: { type: 'string' },
} as const;

export const db: Command = command({ name: 'db', help: HELP, options: OPTIONS }, async ({ data, to }, words) => {
  const [action, file, ...others] = words;
  if (action === 'move') {
    if (file !== undefined) return failure('"db move" takes no file.', SEE_HELP);
    if (to !== 'postgres' && to !== 'sqlite') return failure('--to needs postgres or sqlite.', SEE_HELP);
    return move(to, data);
  }
  if (action === 'reopen' || action === 'left') {
    if (file !== undefined || to !== undefined) return failure(`"db ${action}" takes only --data.`, SEE_HELP);
    return action === 'reopen' ? reopen(data) : left(data);
  }
  if (action !== 'backup' && action !== 'restore')
    return failure(action === undefined ? 'What is to be done?' : `There is no "db ${action}".`, SEE_HELP);
  if (to !== undefined) return failure(`"db ${action}" takes no --to.`, SEE_HELP);
  if (file === undefined || others.length > 0) return failure(`"db ${action}" needs one file.`, SEE_HELP);
  return action === 'backup' ? backup(file, data) : restore(file, data);
});

const SEE_HELP = 'Run "toolthread db --help".';
