/**
 * For whoever writes another store: `ledgerContract('PostgreSQL', open)` in a test file proves that it keeps the contract. One that is an engine below our ledger
 * runs `databaseContract('PostgreSQL', open)`, too.
 */
export { databaseContract } from './database-contract.ts';
export type { OpenDatabase, OpenedDatabase } from './database-contract.ts';
export { ledgerContract } from './ledger-contract.ts';
export type { Open, OpenedLedger } from './start.ts';
