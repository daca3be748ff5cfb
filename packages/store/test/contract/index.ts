/** For whoever writes another store: `ledgerContract('PostgreSQL', open)` in a test file proves that it keeps the contract. */
export { ledgerContract } from './ledger-contract.ts';
export type { Open, OpenedLedger } from './start.ts';
