import type { Result } from '../result.ts';

/**
 * The folders that servers make for threads. They are in roots, one folder for each thread, called as the thread is. A root is known by an id that is kept in
 * it: the same storage has the same id wherever it is mounted, and another in its place has another.
 */
export interface Workspaces {
  /** Every root that a node has ever had. */
  roots(): Promise<Result<readonly WorkspaceRoot[]>>;
  /** From now on the node has these, and no others. */
  use(node: string, roots: readonly UsedRoot[]): Promise<Result<undefined>>;
  /** Said before the folder is made: whatever becomes of the server, it is known where there may be files of the thread. */
  made(thread: string, root: string): Promise<Result<undefined>>;
  /** The roots in which the thread has a folder, by id. */
  of(thread: string): Promise<Result<readonly string[]>>;
  /** What deleted threads have left. */
  left(): Promise<Result<readonly LeftWorkspace[]>>;
  /** The node that has the root has removed the folder. */
  removed(left: LeftWorkspace): Promise<Result<undefined>>;
  /** Its storage is gone for good, and is no longer waited for. `root` is an id, or what `leftRoot` gives where none is known. */
  forget(root: string): Promise<Result<ForgottenRoot>>;
  /** Which copy of the ledger this is: a restored backup, or a dump of the database, has another id. A root belongs to one of them. */
  owner(): Promise<Result<string>>;
}

/** A folder that contains folders of threads, as one node sees it. */
export interface WorkspaceRoot {
  readonly id: string;
  readonly node: string;
  readonly path: string;
  /** Other nodes may have it, too. */
  readonly isShared: boolean;
  /** The node had it when it was started last. */
  readonly isUsed: boolean;
}

/** A root of the node that says so. */
export interface UsedRoot extends Pick<WorkspaceRoot, 'id' | 'path' | 'isShared'> {
  /** Folders that are in it already: those called as a thread are noted as its own. */
  readonly holds: readonly string[];
}

/** The folder of a thread that is deleted. */
export interface LeftWorkspace {
  readonly thread: string;
  /** Undefined: it was made before roots were noted, and is where the thread's node has its own. */
  readonly root: string | undefined;
  /** Where the root is not known: whose it is. Undefined: anybody's. */
  readonly node: string | undefined;
}

/** What was known of a root that is forgotten. */
export interface ForgottenRoot {
  /** Threads that had a folder there, and are there. */
  readonly threads: number;
  /** Folders of deleted threads. */
  readonly left: number;
}
