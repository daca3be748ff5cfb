/** The ledger, kept. */
export { blobsIn, blobsOf } from './events/blobs-of.ts';
export { DatabaseUnavailable } from './sql/database.ts';
export type { Database, Dialect, Durability, Row, Statements, Value } from './sql/database.ts';
export { examineLedger } from './damage/examine-ledger.ts';
export type { Examination } from './damage/examine-ledger.ts';
export { addressOf, tellAddress } from './file/hold-file.ts';
export type {
  AppendOptions,
  BlobPiece,
  Expiry,
  Ledger,
  ListPage,
  EventPlace,
  RunClaim,
  ThreadDraft,
  ThreadPlace,
  ThreadReaders,
} from './ledger.ts';
export type {
  Claimed,
  DueThread,
  HeldThread,
  NodeLease,
  NodeLife,
  Nodes,
  RunLimits,
  StrandedThread,
  WantedRun,
} from './nodes/nodes.ts';
export { backupLedger } from './copy/backup-ledger.ts';
export type { BackupOptions } from './copy/backup-ledger.ts';
export type { Copied } from './copy/fill-ledger.ts';
export type { KeptFile } from './copy/ledger-record.ts';
export { reopenLedger } from './copy/reopen-ledger.ts';
export { moveLedger } from './copy/move-ledger.ts';
export type { MoveOptions } from './copy/move-ledger.ts';
export { restoreLedger } from './copy/restore-ledger.ts';
export type { RestoreOptions } from './copy/restore-ledger.ts';
export type { LedgerError, Result } from './result.ts';
export type { SaidAnswer, SaidAsked, SaidFound } from './search/search-said.ts';
export { makeFolder } from './file/make-folder.ts';
export type { Cuts, KeptCut } from './threads/cuts.ts';
export { eventsIn, searchIn, threadsIn } from './threads/threads-in.ts';
export { repairLedger } from './damage/repair-ledger.ts';
export { openLedger } from './open-ledger.ts';
export { readDatabaseId } from './shared/read-database-id.ts';
export { openSharedFiles } from './shared/open-shared-files.ts';
export type { SharedFiles } from './shared/open-shared-files.ts';
export { openPostgresLedger } from './open-postgres-ledger.ts';
export type { OpenPostgresLedgerOptions } from './open-postgres-ledger.ts';
export type { OpenLedgerOptions } from './open-ledger.ts';
export { ROLES } from './people/people.ts';
export { openPeople } from './people/open-people.ts';
export type { Reader, ReaderChanges, Readers } from './people/readers.ts';
export type { OpenedPeople } from './people/open-people.ts';
export type {
  Account,
  Accounts,
  LeftThreads,
  Link,
  Links,
  People,
  Removed,
  Role,
  Roles,
  SignIn,
  SignIns,
  ThreadRole,
} from './people/people.ts';
export { dayOf } from './spent/spent.ts';
export type { Spent, SpendingLimits } from './spent/spent.ts';
export { isPostgresUrl } from './sql/address/is-postgres-url.ts';
export { postgresUrlProblem } from './sql/address/postgres-url-problem.ts';
export type { DatabaseReach, Reach } from './sql/postgres-reach.ts';
export { postgresName } from './sql/address/postgres-name.ts';
export { eventLoop } from './turns.ts';
export { leftIn } from './workspaces/left-in.ts';
export type { LeftWorkspace, UsedRoot, WorkspaceRoot, Workspaces } from './workspaces/workspaces.ts';
