/** The ledger, kept. */
export { blobsOf } from './blob.ts';
export { DatabaseUnavailable } from './database.ts';
export type * from './database.ts';
export { examineLedger } from './examine-ledger.ts';
export type { Examination } from './examine-ledger.ts';
export { tellAddress } from './hold-file.ts';
export type * from './ledger.ts';
export { makeFolder } from './make-folder.ts';
export { eventsIn, threadsIn } from './read-ledger-file.ts';
export { repairLedger } from './repair-ledger.ts';
export { openLedger } from './open-ledger.ts';
export type { OpenLedgerOptions } from './open-ledger.ts';
export { eventLoop } from './turns.ts';
