import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { allSampleEvents, sampleEvents } from '../../../test/sample-events.ts';
import { parseEvent } from './parse-event.ts';

function reasonOf(input: unknown): string {
  const parsed = parseEvent(input);
  return parsed.ok ? 'ok' : parsed.reason;
}

function without(event: object, field: string): object {
  return Object.fromEntries(Object.entries(event).filter(([key]) => key !== field));
}

/** A copy of the event with the value at a place like `parts[0].source` changed. */
function changed(event: object, path: string, value: unknown): object {
  const copy: object = JSON.parse(JSON.stringify(event));
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
  const last = steps.pop() ?? '';
  let target: object = copy;
  for (const step of steps) target = Object(Reflect.get(target, step));
  Reflect.set(target, last, value);
  return copy;
}

const each = allSampleEvents.map((event) => [event.type, event] as const);

describe('a right event', () => {
  it.each(each)('%s is taken as it is', (_type, event) => {
    expect(parseEvent(event)).toStrictEqual({ ok: true, event });
  });

  it.each(each)('%s may have fields that nobody knows', (_type, event) => {
    const later = { ...event, later: { deep: [1, 2] } };
    expect(parseEvent(later)).toStrictEqual({ ok: true, event: later });
  });

  it.each<[string, object]>([
    ['structured', changed(sampleEvents['agent.tool.completed'], 'structured', false)],
    ['structured', changed(sampleEvents['agent.tool.completed'], 'structured', null)],
    ['structured', changed(sampleEvents['agent.tool.completed'], 'structured', '')],
    ['text', changed(sampleEvents['agent.text.delta'], 'text', '')],
    ['at', changed(sampleEvents['thread.closed'], 'at', 0)],
    ['parts', changed(sampleEvents['message.posted'], 'parts', [])],
  ])('falsy and empty values are values: %s', (_field, event) => {
    expect(reasonOf(event)).toBe('ok');
  });
});

describe('a wrong event', () => {
  it.each(each)('%s is refused with the name of the field, whichever has a wrong value', (type, event) => {
    for (const field of Object.keys(event).filter((key) => key !== 'type' && key !== 'v' && key !== 'structured')) {
      for (const wrong of [null, { wrong: 1 }, Number.NaN, ['x', 0]]) {
        const reason = reasonOf({ ...event, [field]: wrong });
        if (field === 'options' && typeof wrong === 'object' && wrong !== null && !Array.isArray(wrong)) continue;
        expect(reason).toMatch(new RegExp(`^${type}: "${field}[."[].* must be .+, got .+`));
      }
    }
  });

  it.each(each)('%s needs every field but the optional ones', (type, event) => {
    const needed = Object.keys(event).filter((field) => reasonOf(without(event, field)) !== 'ok');
    const bare = needed.reduce<object>((kept, field) => ({ ...kept, [field]: Reflect.get(event, field) }), {});
    expect(reasonOf(bare)).toBe('ok');
    expect(needed).toEqual(expect.arrayContaining(['v', 'thread', 'seq', 'at', 'type']));
    for (const field of needed.filter((name) => name !== 'v' && name !== 'type')) {
      expect(reasonOf(without(event, field))).toMatch(new RegExp(`^${type}: "${field}" must be .+, got nothing$`));
    }
  });

  const bareEnvelope = ['v', 'thread', 'seq', 'at', 'type'];
  it.each([
    ['message.posted', [...bareEnvelope, 'author', 'parts', 'delivery']],
    ['scope.opened', [...bareEnvelope, 'scope', 'kind', 'name']],
    ['agent.tool.called', [...bareEnvelope, 'step', 'part', 'name', 'arguments']],
    ['agent.tool.started', bareEnvelope],
  ] as const)('%s stands with its needed fields alone', (type, fields) => {
    const event = sampleEvents[type];
    expect(reasonOf(Object.fromEntries(fields.map((field) => [field, Reflect.get(event, field)])))).toBe('ok');
  });

  it.each<[unknown, string]>([
    [undefined, 'an event must be an object, got nothing'],
    [null, 'an event must be an object, got null'],
    [[], 'an event must be an object, got a list'],
    ['{}', 'an event must be an object, got "{}"'],
    [{}, '"v" must be 1, the version known here, got nothing'],
    [{ ...sampleEvents['thread.closed'], v: 2 }, '"v" must be 1, the version known here, got 2'],
    [{ ...sampleEvents['thread.closed'], v: '1' }, '"v" must be 1, the version known here, got "1"'],
    [{ v: 1 }, `"type" must be an event's name, got nothing`],
    [{ v: 1, type: 'agent.danced' }, `"type" must be an event's name, got "agent.danced"`],
    [{ v: 1, type: '__proto__' }, `"type" must be an event's name, got "__proto__"`],
    [{ v: 1, type: 'constructor' }, `"type" must be an event's name, got "constructor"`],
    [{ v: 1, type: ['thread.closed'] }, `"type" must be an event's name, got a list`],
  ])('case %#: says %s', (input, reason) => {
    expect(reasonOf(input)).toBe(reason);
  });

  const { 'message.posted': posted, 'agent.text.delta': delta, 'request.opened': opened } = sampleEvents;
  it.each<[object, string, unknown, string]>([
    [delta, 'offset', 'x', 'agent.text.delta: "offset" must be a whole number, got "x"'],
    [delta, 'offset', -1, 'agent.text.delta: "offset" must be a whole number, got -1'],
    [delta, 'offset', 1.5, 'agent.text.delta: "offset" must be a whole number, got 1.5'],
    [delta, 'part', 2 ** 53, 'agent.text.delta: "part" must be a whole number, got 9007199254740992'],
    [delta, 'seq', 0, 'agent.text.delta: "seq" must be a whole number from 1, got 0'],
    [delta, 'phase', 'end', 'agent.text.delta: "phase" must be "commentary" or "answer", got "end"'],
    [
      posted,
      'parts[1].source.kind',
      'ftp',
      'message.posted: "parts[1].source.kind" must be "base64" or "url" or "blob", got "ftp"',
    ],
    [posted, 'parts[1].source.size', '3', 'message.posted: "parts[1].source.size" must be a whole number, got "3"'],
    [posted, 'parts[2].source', 'x', 'message.posted: "parts[2].source" must be an object, got "x"'],
    [posted, 'parts[0]', [], 'message.posted: "parts[0]" must be an object, got a list'],
    [posted, 'mentions[0]', {}, 'message.posted: "mentions[0]" must be a string, got an object'],
    [
      opened,
      'questions[0].options[0].label',
      1,
      'request.opened: "questions[0].options[0].label" must be a string, got 1',
    ],
    [opened, 'questions[0].multiple', 0, 'request.opened: "questions[0].multiple" must be true or false, got 0'],
  ])('case %#: names the place and the fault', (event, path, value, reason) => {
    expect(reasonOf(changed(event, path, value))).toBe(reason);
  });

  it('is told shortly and on one line, however long or wild the value', () => {
    const wild = `\n\u001b[2J\ud800${'x'.repeat(10_000_000)}`;
    for (const [path, value] of [
      ['type', wild],
      ['v', wild],
      ['delivery', wild],
      ['parts[0].type', wild],
    ] as const) {
      const reason = reasonOf(changed(sampleEvents['message.posted'], path, value));
      expect(reason.length).toBeLessThan(200);
      expect(reason).toMatch(/^[\x20-\x7e…]+$/);
    }
  });
});

describe('a hostile event', () => {
  it('never throws, whatever it is', () => {
    const anyInput = fc.oneof(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true, withSparseArray: true }),
      fc.tuple(fc.constantFrom(...allSampleEvents), fc.string(), fc.anything()).map(([event, field, value]) => ({
        ...event,
        [field]: value,
      })),
      fc.tuple(fc.constantFrom(...allSampleEvents), fc.nat(), fc.anything()).map(([event, at, value]) => {
        const fields = Object.keys(event);
        return { ...event, [fields[at % fields.length]!]: value };
      }),
    );
    fc.assert(
      fc.property(anyInput, (input) => {
        const parsed = parseEvent(input);
        if (parsed.ok) expect(() => JSON.stringify(parsed.event)).not.toThrow();
        else expect(parsed.reason.length).toBeLessThan(300);
      }),
      { numRuns: 1000 },
    );
  });

  it('is refused when it nests so deep that a writer would overflow', () => {
    let deep: unknown = 0;
    for (let i = 0; i < 200_000; i += 1) deep = i % 2 === 0 ? [deep] : { deep };
    const called = sampleEvents['agent.tool.called'];
    for (const event of [
      { ...sampleEvents['agent.tool.completed'], structured: deep },
      { ...called, blob: { ...called.blob, data: deep } },
      { ...called, later: deep },
    ]) {
      expect(reasonOf(event)).toBe(`${event.type}: nested deeper than 256`);
    }
  });

  it('is refused when it is a cycle or holds what JSON cannot say', () => {
    const cycle: unknown[] = [];
    cycle.push(cycle, cycle);
    const completed = sampleEvents['agent.tool.completed'];
    expect(reasonOf({ ...completed, structured: cycle })).toBe('agent.tool.completed: nested deeper than 256');
    expect(reasonOf({ ...completed, structured: [1n] })).toBe(
      'agent.tool.completed: holds a bigint, which JSON cannot represent',
    );
  });

  it('of a __proto__ field changes no prototype', () => {
    const input: unknown = JSON.parse(
      '{"v":1,"thread":"t","seq":1,"at":0,"type":"thread.closed","__proto__":{"scope":5}}',
    );
    expect(reasonOf(input)).toBe('ok');
  });
});
