/** What is before and behind the data of a frame. */
export function frameEdges(id?: string | number): readonly [start: string, end: string] {
  return [id === undefined ? 'data: ' : `id: ${id}\ndata: `, '\n\n'];
}

/** `frameText('[DONE]') === 'data: [DONE]\n\n'`. JSON has no bare line break, and an id is a number: no text can end the frame early. */
export function frameText(data: string, id?: string | number): string {
  const [start, end] = frameEdges(id);
  return start + data + end;
}
