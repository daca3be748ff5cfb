import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { draftHolder } from './hold-draft.ts';
import { draftText, keepText, ownDraft } from './own-draft.ts';

afterEach(() => vi.unstubAllGlobals());

type Action =
  | { readonly kind: 'open' }
  | { readonly kind: 'write'; readonly tab: number }
  | { readonly kind: 'send'; readonly tab: number }
  | { readonly kind: 'reload'; readonly tab: number }
  | { readonly kind: 'close'; readonly tab: number }
  | { readonly kind: 'duplicate'; readonly tab: number };

const tab = fc.nat(2);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.constant({ kind: 'open' as const }),
  ...(['write', 'send', 'reload', 'close', 'duplicate'] as const).map((kind) =>
    fc.record({ kind: fc.constant(kind), tab }),
  ),
);

test('a draft is never lost, and one that was sent never comes back, however tabs at one place write, send, reload and close', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 14 }), async (actions) => {
      const browser = emptyBrowser();
      let words = 0;
      for (const each of actions) {
        if (each.kind === 'open') {
          await browser.open();
          continue;
        }
        const at = browser.tabs[each.tab];
        if (at === undefined) continue;
        const before = at.shown();
        switch (each.kind) {
          case 'write':
            at.write(`draft ${(words += 1)}`);
            break;
          case 'send':
            at.write('');
            break;
          case 'reload':
            await at.reload();
            expect(at.shown()).toBe(before);
            break;
          case 'close':
            at.close();
            break;
          case 'duplicate':
            expect((await browser.open(at)).shown()).toBe(before);
            break;
        }
      }
      const unsent = browser.tabs.map((one) => one.shown()).filter((text) => text !== '');
      const left = browser.left();
      while (browser.tabs.length > 0) browser.tabs[0]?.close();
      const found: string[] = [];
      for (let next = await browser.open(); next.shown() !== ''; next = await browser.open()) found.push(next.shown());
      expect(found.toSorted()).toEqual([...unsent, ...left].toSorted());
    }),
    { numRuns: 200 },
  );
});

test('two tabs at one place each have their own words after a reload, and sending in one leaves the other its words', async () => {
  const browser = emptyBrowser();
  const first = await browser.open();
  const second = await browser.open();
  first.write('draft A');
  second.write('draft B');
  await first.reload();
  expect(first.shown()).toBe('draft A');
  second.write('');
  await first.reload();
  expect(first.shown()).toBe('draft A');
});

test('where the browser cannot tell which tabs live, a new tab gets a copy, and nobody loses anything', async () => {
  const browser = emptyBrowser({ canLock: false });
  const first = await browser.open();
  first.write('draft A');
  const second = await browser.open();
  expect(second.shown()).toBe('draft A');
  second.write('');
  await first.reload();
  expect(first.shown()).toBe('draft A');
});

interface Tab {
  shown(): string;
  write(text: string): void;
  reload(): Promise<void>;
  close(): void;
  readonly session: Storage;
}

/** A browser as far as drafts know it: what it keeps for all tabs, what for one, and locks that end with their document. */
function emptyBrowser({ canLock = true } = {}) {
  const local = storage({});
  const locks = new Map<string, symbol>();
  const tabs: Tab[] = [];
  const open = async (from?: Tab): Promise<Tab> => {
    const session = storage({ ...from?.session });
    let document = Symbol('document');
    const enter = (): void => {
      vi.stubGlobal('localStorage', local);
      vi.stubGlobal('sessionStorage', session);
      vi.stubGlobal('navigator', canLock ? { locks: lockManager(locks, document) } : {});
    };
    const leave = (): void => {
      for (const [name, holder] of locks) if (holder === document) locks.delete(name);
    };
    const load = async (): Promise<void> => {
      document = Symbol('document');
      enter();
      await draftHolder()('new');
    };
    const opened: Tab = {
      session,
      shown() {
        enter();
        return draftText('new', ownDraft('new'));
      },
      write(text) {
        enter();
        keepText('new', text);
      },
      async reload() {
        leave();
        await load();
      },
      close() {
        leave();
        tabs.splice(tabs.indexOf(opened), 1);
      },
    };
    await load();
    tabs.push(opened);
    return opened;
  };
  /** Words that no tab shows. */
  const left = (): string[] => {
    const held = new Set(tabs.map(({ session }) => `toolthread:draft:new:${session.getItem('toolthread:draft:new:')}`));
    return Object.entries(local).flatMap(([name, text]) => (held.has(name) ? [] : [String(text)]));
  };
  return { tabs, open, left };
}

function storage(kept: Record<string, string>): Storage {
  const methods = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, text: string) => void (kept[name] = text),
    removeItem: (name: string) => void delete kept[name],
  };
  return Object.setPrototypeOf(kept, methods);
}

/** Who waits is refused at once: in the test nobody lets go meanwhile. */
function lockManager(locks: Map<string, symbol>, document: symbol) {
  return {
    async request(name: string, options: { ifAvailable?: boolean }, use: (lock: object | null) => Promise<void>) {
      if (locks.has(name)) {
        if (options.ifAvailable !== true) throw new DOMException('aborted', 'AbortError');
        return use(null);
      }
      locks.set(name, document);
      await use({});
      locks.delete(name);
    },
  };
}
