import type { Item } from '@toolthread/core';
import { doneSince } from '@toolthread/core/queries';
import { useEffect, useId, useRef, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Phrase } from '../labels/phrase.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { ProblemNote } from '../parts/problem-note.tsx';
import { useLanguage } from '../labels/use-language.ts';
import { messageWords } from '../queue/message-words.ts';
import type { ItemChoice } from '../thread/actions/thread-actions.ts';
import { useThreadSettings } from '../thread/thread-settings.tsx';
import { useAction } from '../thread/actions/use-action.ts';
import { changesSince, courseOf } from './course.ts';
import type { Course, CoursePlace } from './course.ts';
import { useCourse } from './course-context.ts';
import { RewindPanel } from './rewind-panel.tsx';
import type { RewindAct } from './rewind-panel.tsx';

/** A button on an item, and behind it what can be done from there: say it otherwise, have it answered again, go back, fork. */
export function ItemMenu({ item }: { readonly item: Item }): ReactNode {
  const { say } = useLanguage();
  const settings = useThreadSettings();
  const course = useCourse();
  const [open, setOpen] = useState<Course>();
  const [act, setAct] = useState<RewindAct>();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useId();
  const { busy, problem, run, dismiss } = useAction();
  const close = (): void => {
    setOpen(undefined);
    button.current?.focus({ preventScroll: true });
  };
  useEffect(() => {
    if (open === undefined) return undefined;
    root.current?.querySelector<HTMLElement>('.tt-menu :is(button, a)')?.focus({ preventScroll: true });
    const onPress = (event: PointerEvent): void => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setOpen(undefined);
    };
    document.addEventListener('pointerdown', onPress);
    return () => document.removeEventListener('pointerdown', onPress);
  }, [open]);
  const { choices: more } = settings.actions;
  // Who may only read goes nowhere, and may look at everything.
  const { again, rewind, fork } = settings.may === 'read' ? {} : settings.actions;
  if (course === undefined || (again ?? rewind ?? fork ?? more) === undefined) return null;

  const begin = (next: RewindAct, now: Course): void => {
    setOpen(undefined);
    dismiss();
    const thread = course.thread();
    const isNews = doneSince(thread.state, now.seen) !== undefined;
    const asks = next.kind === 'edit' || now.working || isNews || changesSince(thread, next.to).length > 0;
    if (asks) setAct(next);
    else
      run(
        () => next.run({ seen: now.seen }),
        () => undefined,
      );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (open === undefined || event.key !== 'Escape') return;
    // Only the menu: the same key would stop the agent.
    event.stopPropagation();
    close();
  };
  const words = item.kind === 'message' ? messageWords(item.parts) : undefined;
  const choices = (now: Course): readonly Choice[] => {
    const { message, places } = now;
    const place = places.at(-1);
    const all: Choice[] = [];
    if (again !== undefined && message !== undefined && item.kind === 'message') {
      const keep = item.parts.filter((part) => part.type !== 'text');
      const text = item.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
      const edit: RewindAct = {
        kind: 'edit',
        to: message.seq,
        seen: now.seen,
        text,
        run: (how, given) => again(message.seq, { text: given ?? text, keep, ...how }),
      };
      all.push({ label: 'Edit and resend', press: () => begin(edit, now) });
    }
    if (again !== undefined && message !== undefined) {
      const retry: RewindAct = {
        kind: 'retry',
        to: message.seq,
        seen: now.seen,
        run: (how) => again(message.seq, how),
      };
      all.push({ label: 'Answer again', press: () => begin(retry, now) });
    }
    if (place !== undefined) all.push(...placeChoices(place, now));
    return all;
  };
  const moreChoices = (now: Course): readonly ItemChoice[] => {
    const chosen = now.places.at(-1);
    const first =
      item.kind === 'message' ? now.message?.seq : Math.min(...now.places.map(({ step }) => step?.seq ?? Infinity));
    if (first === undefined || !Number.isFinite(first)) return [];
    const to = item.kind === 'message' ? first : (chosen?.fork ?? first);
    return more?.(item, { from: first, to, step: item.kind === 'message' ? undefined : chosen?.step }) ?? [];
  };
  const placeChoices = (place: CoursePlace, now: Course): readonly Choice[] => {
    const isMessage = item.kind === 'message';
    const { rewind: to, fork: upTo } = place;
    const said = isMessage && words !== undefined ? { words } : {};
    const all: Choice[] = [];
    if (rewind !== undefined && to !== undefined) {
      const back: RewindAct = {
        kind: 'rewind',
        to,
        seen: now.seen,
        run: (how) => rewind(to, { ...said, ...how }),
      };
      all.push({ label: isMessage ? 'Rewind to before this' : 'Rewind to here', press: () => begin(back, now) });
    }
    if (fork !== undefined) {
      all.push({
        label: 'Fork from here',
        press: () => {
          setOpen(undefined);
          run(() => fork(upTo, said));
        },
      });
    }
    return all;
  };
  return (
    <div ref={root} className="tt-item-menu" data-open={open !== undefined ? true : undefined} onKeyDown={onKeyDown}>
      {act === undefined && (
        <button
          ref={button}
          type="button"
          className="tt-more"
          aria-label={say('Actions')}
          title={say('Actions')}
          aria-expanded={open !== undefined}
          aria-controls={open === undefined ? undefined : list}
          disabled={busy}
          onClick={() => setOpen(open === undefined ? courseOf(course.thread(), item) : undefined)}
        >
          ⋯
        </button>
      )}
      {open !== undefined && (
        <div id={list} role="group" aria-label={say('Actions')} className="tt-menu">
          {open.places.length > 1 && <Steps places={open.places} onChoose={(place) => setOpen(upTo(open, place))} />}
          {choices(open).map(({ label, press }) => (
            <button key={label} type="button" className="tt-link-button" onClick={press}>
              {say(label)}
            </button>
          ))}
          {moreChoices(open).map((choice) => {
            const { label } = choice;
            // It says that it was copied: the menu stays.
            if ('copied' in choice) return <CopyButton key={label} text={choice.copied} label={label} />;
            if ('href' in choice) {
              return (
                <a
                  key={label}
                  className="tt-link-button"
                  href={choice.href}
                  target="_blank"
                  rel="noopener"
                  onClick={close}
                >
                  {label}
                </a>
              );
            }
            return (
              <button
                key={label}
                type="button"
                className="tt-link-button"
                onClick={() => {
                  close();
                  run(() => choice.press());
                }}
              >
                {label}
              </button>
            );
          })}
        </div>
      )}
      {act !== undefined && <RewindPanel act={act} thread={course.thread} onClose={() => setAct(undefined)} />}
      <ProblemNote problem={problem === undefined ? undefined : say('Not done: {problem}', { problem })} />
    </div>
  );
}

interface Choice {
  readonly label: Phrase;
  press(): void;
}

/** The same item, as far as this place. */
function upTo(course: Course, place: CoursePlace): Course {
  const index = course.places.indexOf(place);
  return { ...course, places: [...course.places.filter((each) => each !== place), ...(index < 0 ? [] : [place])] };
}

interface StepsProps {
  readonly places: readonly CoursePlace[];
  onChoose(place: CoursePlace): void;
}

/** A group may have many steps: which one is meant. The chosen one is the last of them. */
function Steps({ places, onChoose }: StepsProps): ReactNode {
  const { say } = useLanguage();
  const inOrder = [...places].sort((a, b) => a.fork - b.fork);
  const chosen = places.at(-1);
  return (
    <label className="tt-hint">
      {say('After step')}{' '}
      <select
        value={chosen === undefined ? 0 : inOrder.indexOf(chosen)}
        onChange={(event) => {
          const place = inOrder[Number(event.currentTarget.value)];
          if (place !== undefined) onChoose(place);
        }}
      >
        {inOrder.map(({ tools }, index) => (
          <option key={index} value={index}>
            {[String(index + 1), ...tools.slice(0, 3)].join(' · ').slice(0, 60)}
          </option>
        ))}
      </select>
    </label>
  );
}
