import { onTestFinished } from 'vitest';
import { startStub } from './stub.ts';
import type { Stub, StubOptions } from './stub.ts';
import type { Turn } from './turn.ts';

/** A stub that plays these turns, and is closed when the test is over: `await stubWith([{ say: [] }])` */
export async function stubWith(turns: readonly Turn[] = [], options: StubOptions = {}): Promise<Stub> {
  const stub = await startStub(options);
  onTestFinished(() => stub.close());
  stub.script(turns);
  return stub;
}
