/** A snapshot stored as blobs: each file under its own hash, so that an unchanged file is stored once. */
import { z } from 'zod';
import type { Blobs } from '../blobs.ts';
import type { Snapshot } from './snapshot.ts';

/** Pairs, not an object: a file may be called `__proto__`. */
const pairs = z.array(z.tuple([z.string(), z.string()]));
const treeShape = z.object({ files: pairs, left: z.array(z.string()), marks: pairs.default([]) });

/** The hash of each file, and the names of those that were not kept. */
export interface Tree extends Pick<Snapshot, 'left' | 'marks'> {
  readonly files: ReadonlyMap<string, string>;
}

/** Returns the hash of the list. */
export async function saveTree({ files, left, marks }: Snapshot, blobs: Blobs): Promise<string> {
  const hashes = await blobs.putAll([...files.values()]);
  const named = [...files.keys()].map((name, index) => [name, hashes[index]]);
  const list = { files: named, left: [...left], marks: [...marks] };
  return blobs.put(new TextEncoder().encode(JSON.stringify(list)));
}

/** Undefined if it is no longer stored. */
export async function readTree(hash: string, blobs: Blobs): Promise<Tree | undefined> {
  const bytes = await blobs.get(hash);
  if (bytes === undefined) return undefined;
  const { files, left, marks } = treeShape.parse(JSON.parse(new TextDecoder().decode(bytes)));
  return { files: new Map(files), left: new Set(left), marks: new Map(marks) };
}
