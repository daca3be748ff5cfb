/**
 * Shares the event loop. SQLite answers at once, so a chain of reads and writes would be one turn of the loop for as long as it
 * lasts, and would block everything else. Code that works in pieces asks for a turn before each piece.
 */
export interface Turns {
  /** Resolves at once while this turn of the loop is young, else in a later one: first come, first served. */
  next(): Promise<void>;
}

export interface TurnsOptions {
  readonly now?: () => number;
  /** Calls back in the next turn of the loop, after what came from outside was heard. */
  readonly defer?: (callback: () => void) => void;
}

/** A turn ends with the piece that is under way after so long. */
const YOUNG_MS = 8;

/** `const turns = createTurns(); await turns.next();` */
export function createTurns(options: TurnsOptions = {}): Turns {
  const { now = () => performance.now(), defer = setImmediate } = options;
  const waiting: (() => void)[] = [];
  /** When the first piece of this turn began; undefined while there was none. */
  let began: number | undefined;
  /** Somebody was let go on, and has not done its piece: how long it will take is not known. */
  let busy = false;

  function begin(): void {
    busy = true;
    if (began === undefined) {
      began = now();
      defer(() => {
        began = undefined;
        letGo();
      });
    }
    afterMicrotasks(() => {
      busy = false;
      if (isYoung()) letGo();
    });
  }

  function letGo(): void {
    const first = waiting.shift();
    if (first === undefined) return;
    begin();
    first();
  }

  function isYoung(): boolean {
    return began === undefined || now() - began < YOUNG_MS;
  }

  return {
    async next() {
      if (!busy && waiting.length === 0 && isYoung()) return begin();
      await new Promise<void>((resolve) => waiting.push(resolve));
    },
  };
}

/** Node looks at its ticks again when no promise has anything left to do. */
function afterMicrotasks(callback: () => void): void {
  queueMicrotask(() => process.nextTick(callback));
}

/** There is one event loop in a process, hence one of these for everything that works in pieces. */
export const eventLoop: Turns = createTurns();
