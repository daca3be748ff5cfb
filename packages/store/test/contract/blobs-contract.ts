/** What is too large for an event, and what is removed. */
import type { ContentPart, EventDraft } from '@toolthread/core';
import { describe, expect, test } from 'vitest';
import { bytesOf, countTurns, message, type Open, readAll, resultIn, start, unwrap } from './start.ts';

export function blobsContract(open: Open): void {
  describe('blobs and purges', () => {
    test('a blob is found by the hash of its content, and kept once', async () => {
      const { ledger, reopen } = await start(open);
      const hash = unwrap(await ledger.putBlob(bytesOf('whole')));
      expect(unwrap(await ledger.putBlob(bytesOf('whole')))).toBe(hash);
      expect(hash).toMatch(/^[0-9a-f]{64}$/);
      const empty = unwrap(await ledger.putBlob(new Uint8Array()));
      const again = await reopen();
      expect(new Uint8Array(unwrap(await again.getBlob(hash)))).toEqual(bytesOf('whole'));
      expect(unwrap(await again.getBlob(empty))).toHaveLength(0);
    });

    test('it has a size, and can be read in pieces', async () => {
      const { ledger } = await start(open);
      const hash = unwrap(await ledger.putBlob(bytesOf('whole')));
      expect(unwrap(await ledger.blobSize(hash))).toBe(5);
      const piece = async (from: number, length: number): Promise<string> =>
        Buffer.from(unwrap(await ledger.getBlob(hash, { from, bytes: length }))).toString();
      expect([await piece(0, 2), await piece(2, 2), await piece(4, 2), await piece(5, 2)]).toEqual([
        'wh',
        'ol',
        'e',
        '',
      ]);
      const none = { ok: false, error: { code: 'no_such_blob' } };
      expect(await ledger.blobSize('none')).toMatchObject(none);
      expect(await ledger.getBlob('none', { from: 0, bytes: 1 })).toMatchObject(none);
    });

    test('[M6] of a large one any piece is what was put, wherever it begins and ends', async () => {
      const { ledger } = await start(open);
      const content = Buffer.from(Array.from({ length: 50_000 }, (_, n) => String(n).padStart(7)).join(''));
      const hash = unwrap(await ledger.putBlob(content));
      expect(Buffer.from(unwrap(await ledger.getBlob(hash))).equals(content)).toBe(true);
      const row = 64 * 1024;
      const places = [0, 1, row - 1, row, row + 1, 2 * row, content.length - 1, content.length, content.length + 5];
      for (const from of places) {
        for (const length of [0, 1, row, row + 1, 3 * row, content.length]) {
          const piece = Buffer.from(unwrap(await ledger.getBlob(hash, { from, bytes: length })));
          expect([from, length, piece.equals(content.subarray(from, from + length))]).toEqual([from, length, true]);
        }
      }
    });

    test('an event that names a blob that is not there is refused, with all that came with it', async () => {
      const { ledger, thread } = await start(open);
      const hashes = unwrap(await ledger.putBlobs(Array.from({ length: 120 }, (_, i) => bytesOf(`file ${i}`))));
      const files = [...hashes, 'f'.repeat(64)].map((after, i) => ({ path: `file ${i}`, after }));
      const change: EventDraft = { type: 'workspace.changed', change: 'w', files };
      const refused = await ledger.append(thread, [message('before'), change]);
      expect(refused).toMatchObject({ ok: false, error: { code: 'no_such_blob' } });
      expect(await readAll(ledger, thread)).toHaveLength(1);
      expect(unwrap(await ledger.blobUses(hashes[0] ?? ''))).toEqual([]);
    });

    test('what is purged is gone, whoever was about to name it', async () => {
      const { ledger, thread } = await start(open);
      const hash = unwrap(await ledger.putBlob(bytesOf('whole')));
      unwrap(await ledger.append(thread, [resultIn(hash)]));
      unwrap(await ledger.putBlob(bytesOf('whole')));
      unwrap(await ledger.purge(thread, 2, { purged: 'x', by: 'y' }));
      expect(await ledger.append(thread, [resultIn(hash)])).toMatchObject({ error: { code: 'no_such_blob' } });
      expect((await ledger.getBlob(hash)).ok).toBe(false);
    });

    test('many are kept at once, and named in order', async () => {
      const { ledger, reopen } = await start(open);
      const contents = [...Array.from({ length: 120 }, (_, i) => bytesOf(`file ${i % 100}`)), new Uint8Array()];
      const hashes = unwrap(await ledger.putBlobs(contents));
      expect(unwrap(await ledger.putBlobs([]))).toEqual([]);
      expect(hashes[0]).toBe(unwrap(await ledger.putBlob(bytesOf('file 0'))));
      const again = await reopen();
      for (const [i, content] of contents.entries()) {
        expect(new Uint8Array(unwrap(await again.getBlob(hashes[i] ?? 'none')))).toEqual(content);
      }
    });

    test('while many are kept, everybody else goes on, and what they write comes after', async () => {
      const { ledger, thread } = await start(open);
      const contents = Array.from({ length: 500 }, (_, i) => bytesOf(`${i}`.padEnd(5000)));
      const turns = countTurns();
      const kept = ledger.putBlobs(contents);
      // Where both are done at once, either may come first: the read is asked for alone.
      const read = await ledger.read(thread, { after: 0, limit: 10 });
      const appended = ledger.append(thread, [message('meanwhile')]);
      expect([unwrap(read).length, unwrap(await kept).length]).toEqual([1, 500]);
      expect(turns()).toBeGreaterThan(2);
      expect(unwrap(await appended)).toMatchObject([{ seq: 2 }]);
    });

    test('[M3] of large ones a million bytes are kept at once, then others are heard', async () => {
      const { ledger } = await start(open);
      const turns = countTurns();
      unwrap(await ledger.putBlobs(Array.from({ length: 12 }, (_, n) => bytesOf(`${n}`.padEnd(1_000_000)))));
      expect(turns()).toBeGreaterThanOrEqual(11);
    });

    test('every event that names a blob is known, keeps it, and takes it along when it is purged', async () => {
      const { ledger, thread } = await start(open);
      const names = ['posted', 'changed', 'part', 'result', 'whole', 'tree', 'before', 'after'] as const;
      const hashes = unwrap(await ledger.putBlobs(names.map(bytesOf)));
      const blob = (name: (typeof names)[number]): string => hashes[names.indexOf(name)] ?? 'none';
      const image = (name: (typeof names)[number]): ContentPart => ({
        type: 'image',
        media_type: 'image/png',
        source: { kind: 'blob', hash: blob(name), size: 5 },
      });
      const naming: readonly EventDraft[] = [
        { type: 'message.posted', author: '@human', parts: [image('posted')], delivery: 'now' },
        { type: 'message.changed', message: 2, parts: [image('changed')] },
        { type: 'agent.part.completed', step: 1, part: 0, kind: 'file', content: image('part') },
        {
          type: 'agent.tool.completed',
          call: 'c',
          outcome: 'done',
          parts: [image('result')],
          full_blob: blob('whole'),
        },
        { type: 'workspace.saved', tree: blob('tree') },
        {
          type: 'workspace.changed',
          change: 'w',
          files: [
            { path: 'a', before: blob('before'), after: blob('after') },
            { path: 'b', after: blob('before') },
          ],
        },
      ];
      const events = unwrap(await ledger.append(thread, naming));
      const places = [2, 3, 4, 5, 5, 6, 7, 7];
      for (const [i, hash] of hashes.entries()) {
        expect([names[i], unwrap(await ledger.blobUses(hash))]).toEqual([names[i], [{ thread, seq: places[i] }]]);
      }
      for (const { seq } of events) unwrap(await ledger.purge(thread, seq, { purged: 'x', by: 'y' }));
      for (const [i, hash] of hashes.entries()) {
        expect([names[i], (await ledger.getBlob(hash)).ok]).toEqual([names[i], false]);
        expect(unwrap(await ledger.blobUses(hash))).toEqual([]);
      }
    });

    test('a change of thousands of files is one event', async () => {
      const { ledger, thread } = await start(open);
      const hashes = unwrap(await ledger.putBlobs(Array.from({ length: 4000 }, (_, i) => bytesOf(String(i)))));
      const files = hashes.map((after, i) => ({ path: `file ${i}`, after }));
      unwrap(await ledger.append(thread, [{ type: 'workspace.changed', change: 'w', files }]));
      for (const hash of [hashes[0], hashes[3999]]) {
        expect(unwrap(await ledger.blobUses(hash ?? 'none'))).toEqual([{ thread, seq: 2 }]);
      }
    });

    test('a purged event keeps its place and loses its payload and its blob', async () => {
      const { ledger, thread } = await start(open);
      const why = { purged: 'a password', by: '@human' };
      const hash = unwrap(await ledger.putBlob(bytesOf('whole')));
      unwrap(await ledger.append(thread, [resultIn(hash), message('secret')]));
      const said = unwrap(await ledger.purge(thread, 3, why));
      expect(said).toEqual({ v: 1, thread, seq: 3, at: 1000, type: 'event.purged', ...why });
      const result = unwrap(await ledger.purge(thread, 2, why));
      expect(result).toMatchObject({ seq: 2, parts: [{ type: 'text', text: 'Removed by @human: a password' }] });
      const events = await readAll(ledger, thread);
      expect(events.map(({ type }) => type)).toEqual(['thread.created', 'agent.tool.completed', 'event.purged']);
      expect(JSON.stringify(events)).not.toContain('secret');
      expect(JSON.stringify(events)).not.toContain(hash);
      expect((await ledger.getBlob(hash)).ok).toBe(false);
    });

    test('a blob that another event still names stays', async () => {
      const { ledger, thread } = await start(open);
      const hash = unwrap(await ledger.putBlob(bytesOf('whole')));
      const image = { type: 'image', media_type: 'image/png', source: { kind: 'blob', hash, size: 5 } } as const;
      unwrap(
        await ledger.append(thread, [
          resultIn(hash),
          { ...message('see'), type: 'message.posted', author: '@human', parts: [image, image], delivery: 'now' },
        ]),
      );
      unwrap(await ledger.purge(thread, 2, { purged: 'x', by: 'y' }));
      expect((await ledger.getBlob(hash)).ok).toBe(true);
      unwrap(await ledger.purge(thread, 3, { purged: 'x', by: 'y' }));
      expect((await ledger.getBlob(hash)).ok).toBe(false);
    });

    test('a purged message is still posted once, and a purged title is gone from the list', async () => {
      const { ledger, thread } = await start(open);
      unwrap(await ledger.append(thread, [message('secret', 'c1'), { type: 'thread.renamed', title: 'secret' }]));
      unwrap(await ledger.purge(thread, 2, { purged: 'x', by: 'y' }));
      unwrap(await ledger.purge(thread, 3, { purged: 'x', by: 'y' }));
      expect(unwrap(await ledger.append(thread, [message('secret', 'c1')]))[0]).toMatchObject({
        type: 'event.purged',
      });
      expect(unwrap(await ledger.thread(thread)).title).toBe('A thread');
    });
  });
}
