/** The ledger, and every view of it. */
export * from './ledger/index.ts';
export * from './timeline/index.ts';
export * from './summary/index.ts';
export * from './context/index.ts';
export * from './contract/index.ts';
export * from './blocks/index.ts';
export * from './unified/index.ts';
