/** The ledger, kept. */
export { blobsIn, blobsOf } from './events/blobs-of.ts';
export {
  DatabaseUnavailable,
  type Database,
  type Dialect,
  type Durability,
  type Row,
  type Statements,
  type Value,
} from './sql/database.ts';
export { examineLedger, type Examination } from './damage/examine-ledger.ts';
export { addressOf, tellAddress } from './file/hold-file.ts';
export type {
  AppendOptions,
  BlobPiece,
  Expiry,
  Ledger,
  ListPage,
  PersonsThread,
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
  ThreadNodes,
  WantedRun,
} from './nodes/nodes.ts';
export type { Errand, Errands } from './nodes/errands.ts';
export { backupLedger, type BackupOptions } from './copy/backup-ledger.ts';
export type { Copied } from './copy/fill-ledger.ts';
export type { KeptFile } from './copy/ledger-record.ts';
export { reopenLedger } from './copy/reopen-ledger.ts';
export { moveLedger, type MoveOptions } from './copy/move-ledger.ts';
export { restoreLedger, type RestoreOptions } from './copy/restore-ledger.ts';
export type { LedgerError, Refused, Result } from './result.ts';
export type { SaidAnswer, SaidAsked, SaidFound } from './search/search-said.ts';
export { makeFolder } from './file/make-folder.ts';
export type { Cuts, KeptCut } from './threads/cuts.ts';
export { eventsIn, searchIn, threadsIn } from './threads/threads-in.ts';
export { repairLedger } from './damage/repair-ledger.ts';
export { openLedger, type OpenLedgerOptions } from './open-ledger.ts';
export { readDatabaseId } from './shared/read-database-id.ts';
export { openSharedFiles, type SharedFiles } from './shared/open-shared-files.ts';
export { openPostgresLedger, type OpenPostgresLedgerOptions } from './open-postgres-ledger.ts';
export { ROLES, type Role } from './people/role.ts';
export type {
  Account,
  Accounts,
  LeftThreads,
  Link,
  Links,
  People,
  Removed,
  RemovedName,
  Roles,
  SignIn,
  SignIns,
  ThreadRole,
} from './people/people.ts';
export { openPeople, type OpenedPeople } from './people/open-people.ts';
export type { Reader, ReaderChanges, Readers } from './people/readers.ts';
export { dayOf, type Spent, type SpendingLimits } from './spent/spent.ts';
export { isPostgresUrl } from './sql/address/is-postgres-url.ts';
export { postgresUrlProblem } from './sql/address/postgres-url-problem.ts';
export type { DatabaseReach, Reach } from './sql/postgres/postgres-reach.ts';
export { postgresName } from './sql/address/postgres-name.ts';
export { inTurns } from './in-turns.ts';
export { eventLoop, type Turns } from './turns.ts';
export { leftIn, type LeftFolders } from './workspaces/left-in.ts';
export { leftRoot } from './workspaces/sql-workspaces.ts';
export type { ForgottenRoot, LeftWorkspace, UsedRoot, WorkspaceRoot, Workspaces } from './workspaces/workspaces.ts';
