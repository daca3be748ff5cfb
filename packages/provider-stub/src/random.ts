/** Numbers that look random and come again with the same seed: `const next = random(7); next(10)` is from 0 to 9. */
export function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % Math.max(1, below);
  };
}

/** Text in pieces of a few characters, as models speak: the pieces joined are the text. */
export function inPieces(text: string, next: (below: number) => number): string[] {
  const characters = [...text];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length;) {
    const length = 1 + next(12);
    pieces.push(characters.slice(at, at + length).join(''));
    at += length;
  }
  return pieces;
}
