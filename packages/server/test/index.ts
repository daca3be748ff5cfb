/** For the examples of the reference: a ledger and a server, each with a thread in it. */
export { exampleLedger } from './example-ledger.ts';
export { exampleServer } from './example-server.ts';
