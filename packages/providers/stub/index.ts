export type { Entry } from './journal.ts';
export type { Problem } from './problem.ts';
export { startStub } from './stub.ts';
export type { Stub, StubOptions } from './stub.ts';
export type { Fault, Piece, Turn } from './turn.ts';
export { validators } from './validators.ts';
export type { Provider } from './wire.ts';
