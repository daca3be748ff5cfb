export type { Entry, Journal } from './journal.ts';
export type { Problem } from './problem.ts';
export { startStub } from './stub.ts';
export type { Stub, StubOptions } from './stub.ts';
export type { Delivery, Fault, Piece, Turn, When } from './turn.ts';
export { validators } from './validators.ts';
export type { Provider } from './wire.ts';
