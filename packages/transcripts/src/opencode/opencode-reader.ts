/** opencode's sessions, in the form its `export` prints; what is in its folders or its database is put into that form first. */
import { fieldsOf, isJsonObject, isList, textOf } from '@toolthread/core/json';
import type { Json } from '@toolthread/core/json';
import { timeOf } from '../records/time-of.ts';
import { wholeRecord } from '../records/whole-record.ts';
import { FOLDED } from '../thread/fate.ts';
import type { ImportWriter } from '../thread/import-writer.ts';
import type { FormatReader, RecordReader, SourceLine } from '../transcript/format-reader.ts';
import { readChild, readMessages } from './read-messages.ts';
import { SessionBook } from './session-book.ts';

export const opencodeReader: FormatReader = {
  format: 'opencode',
  shape: 'document',
  detect({ values: [first] }) {
    const document = fieldsOf(first);
    if (!isJsonObject(document['info']) || !isList(document['messages'])) return 0;
    const [message] = document['messages'];
    const isMessage = message === undefined || isJsonObject(fieldsOf(message)['info']);
    return isMessage && textOf(document['info']['id']) !== undefined ? 1 : 0;
  },
  open: (ledger) => new OpencodeReader(ledger),
};

class OpencodeReader implements RecordReader {
  readonly #book: SessionBook;
  #version: string | null = null;
  #parent: string | null = null;

  constructor(ledger: ImportWriter) {
    this.#book = new SessionBook(ledger);
  }

  get title(): string | undefined {
    return this.#book.thread.title;
  }

  record({ value }: SourceLine): void {
    const document = fieldsOf(value);
    const info = fieldsOf(document['info']);
    const { thread } = this.#book;
    const session = textOf(info['id']);
    this.#version = textOf(info['version']) ?? null;
    this.#parent = textOf(info['parentID']) ?? null;
    thread.moveTo(timeOf(fieldsOf(info['time'])['created']));
    const source = {
      format: 'opencode',
      ...(session === undefined ? {} : { session }),
      ...(this.#parent === null ? {} : { parent: this.#parent }),
    };
    thread.create(source, textOf(info['directory']));
    const title = textOf(info['title']);
    // A session without a name has its start time as title: its first words say more.
    if (title !== undefined && !/^(New|Child) session - \d/.test(title)) thread.name(title);
    this.#book.addChildren(document);
    if (!this.#book.damage(info)) this.#book.account({ info: wholeRecord(info) }, FOLDED);
    readMessages(this.#book, document['messages'], fieldsOf(info['revert']));
    for (let child = this.#book.nextChild(); child !== undefined; child = this.#book.nextChild()) {
      readChild(this.#book, child, undefined);
    }
  }

  end(): void {
    this.#book.thread.close();
  }

  counts(): { readonly [name: string]: Json } {
    return { ...this.#book.counts(), version: this.#version, parentID: this.#parent };
  }
}
