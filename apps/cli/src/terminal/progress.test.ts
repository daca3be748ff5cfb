import { describe, expect, it } from 'vitest';
import { progressOn } from './progress.ts';

function stream(isTTY: boolean): { isTTY: boolean; columns: number; written: string; write(text: string): void } {
  return {
    isTTY,
    columns: 20,
    written: '',
    write(text) {
      this.written += text;
    },
  };
}

describe('progress', () => {
  it('is one line, cut at the window, and leaves nothing behind', () => {
    const terminal = stream(true);
    const progress = progressOn(terminal, 0);
    progress.show('reading 1 of 1000 sessions');
    expect(terminal.written).toBe('\r\u001b[Kreading 1 of 1000');
    progress.clear();
    expect(terminal.written.endsWith('\r\u001b[K')).toBe(true);
  });

  it('is cut by cells, not by characters: a second row would stay behind', () => {
    const terminal = stream(true);
    progressOn(terminal, 0).show('日本語'.repeat(10));
    expect(terminal.written).toBe(`\r\u001b[K${'日本語'.repeat(3)}`);
  });

  it('is not drawn for what is soon done, nor again at once', () => {
    const patient = stream(true);
    progressOn(patient).show('reading');
    expect(patient.written).toBe('');
    const eager = stream(true);
    const progress = progressOn(eager, 0);
    progress.show('one');
    progress.show('two');
    expect(eager.written).not.toContain('two');
  });

  it('is not drawn where nobody looks, and what was not drawn is not cleared', () => {
    const pipe = stream(false);
    const progress = progressOn(pipe, 0);
    progress.show('reading');
    progress.clear();
    expect(pipe.written).toBe('');
  });
});
