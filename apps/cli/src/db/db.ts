import { command } from '../command.ts';
import type { Command } from '../command.ts';
import { failure } from '../failure.ts';
import { adopt } from './adopt.ts';
import { backup } from './backup.ts';
import { forget } from './forget.ts';
import { left } from './left.ts';
import { move } from './move.ts';
import { reopen } from './reopen.ts';
import { restore } from './restore.ts';

const HELP = `toolthread db backup FILE [--data DIR]
toolthread db restore FILE [--data DIR]
toolthread db move --to postgres|sqlite [--data DIR]
toolthread db reopen [--data DIR]
toolthread db left [--forget ROOT [--yes]] [--data DIR]
toolthread db adopt FOLDER [--data DIR]

Writes all stored data to one file, or moves it to another place. With
DATABASE_URL the threads are in that PostgreSQL database, without it in the data
folder.

  backup    write threads, events, files and settings to FILE, as they are at
            this moment; a server may run. Only its owner can read FILE, and it
            gets its name when it is complete
  restore   put a backup into an empty data folder, or an empty database;
            every row is read again and compared
  move      copy the threads of the data folder to the database that
            DATABASE_URL names (--to postgres), or from there to the data folder
            (--to sqlite), checked thread by thread. Stop the servers first. The
            old ones stay where they are, and no server starts on them until
            they are reopened
  reopen    use the old ones again, without what was said in the new place since
  left      say which folders of deleted threads are still there, and where: a
            server removes them when it has their storage. With --forget, do not
            wait for a root whose storage is gone for good; in a terminal it
            asks first
  adopt     make the files of threads in FOLDER belong to this database, if the
            other one that had them is gone, or is no longer used

In a backup: threads, and of the data folder toolthread.json, policy.json,
mcp.json and tokens.json. Not in it: the owner's token, and the workspaces.

  --data DIR     the data folder (default: the one that serve uses)
  --forget ROOT  a root of folders of threads, by its id
  --yes          do not ask; needed without a terminal

  toolthread db backup /backups/threads-monday.backup
  toolthread db restore /backups/threads-monday.backup --data ./threads
  DATABASE_URL=postgres://db.example/threads toolthread db move --to postgres
`;

const OPTIONS = {
  data: { type: 'string' },
  to: { type: 'string' },
  forget: { type: 'string' },
  yes: { type: 'boolean' },
} as const;

export const db: Command = command({ name: 'db', help: HELP, options: OPTIONS }, async (given, words) => {
  const [action, file, ...others] = words;
  const { data, to, forget: root, yes } = given;
  if (to !== undefined && action !== 'move') return failure(`"db ${action ?? ''}" takes no --to.`, SEE_HELP);
  if (root !== undefined && action !== 'left') return failure(`"db ${action ?? ''}" takes no --forget.`, SEE_HELP);
  if (yes !== undefined && root === undefined) return failure('--yes is for --forget.', SEE_HELP);
  switch (action) {
    case 'move':
      if (file !== undefined) return failure('"db move" takes no file.', SEE_HELP);
      if (to !== 'postgres' && to !== 'sqlite') return failure('--to needs postgres or sqlite.', SEE_HELP);
      return move(to, data);
    case 'reopen':
    case 'left':
      if (file !== undefined) return failure(`"db ${action}" takes no file.`, SEE_HELP);
      if (root !== undefined) return forget(root, data, yes === true);
      return action === 'reopen' ? reopen(data) : left(data);
    case 'backup':
    case 'restore':
    case 'adopt': {
      const needs = action === 'adopt' ? 'folder' : 'file';
      if (file === undefined || others.length > 0) return failure(`"db ${action}" needs one ${needs}.`, SEE_HELP);
      return { backup, restore, adopt }[action](file, data);
    }
    case undefined:
      return failure('What is to be done?', SEE_HELP);
    default:
      return failure(`There is no "db ${action}".`, SEE_HELP);
  }
});

const SEE_HELP = 'Run "toolthread db --help".';
