import { h, type VNode } from 'snabbdom';
import { COURSE } from '../../course/lessons';
import { drillTable } from '../../course/view';
import { countersOf, counterText } from '../../view/counters';
import { resultText } from '../../view/ending';
import { icon } from '../../view/icons';
import { named } from '../../view/naming';
import { textCard } from '../../view/panels';
import { endLine, statusBox, type Line } from '../../view/table';
import type { LessonPage } from './lesson';

/** Where the board lies below the words, they make way for it once the first task is done. */
const narrow = matchMedia('(max-width: 699px)');

/** The lesson's words beside its board. */
export function lessonView(page: LessonPage): VNode[] {
  const { m, grid } = page;
  const { words } = m;
  return [
    h('section.lesson-text', { key: 'text' }, [
      h('p.where', { key: 'where' }, [h('a', { attrs: { href: '/learn' } }, words.toCourse), ` · ${words.lessonNumber(page.number + 1)}`]),
      h('h1', { key: 'title' }, page.text.title),
      h('details', { key: 'words', attrs: { open: page.at === 0 || !narrow.matches } }, [h('summary', words.rulesShort), ...page.text.text.map((part, i) => h('p', { key: i }, named(m, part)))]),
    ]),
    drillTable(m, grid, statusBox(m, page.standing === 'done', headline(page), standing(page))),
    h('section.lesson-deeds', { key: 'deeds' }, [tasks(page), answers(page), deeds(page)]),
    textCard(m),
  ];
}

function headline(page: LessonPage): string {
  const { m } = page;
  if (m.phase === 'away') return m.words.serverAway;
  if (page.standing !== 'done') return page.text.ask[page.at]!;
  const { taskRight } = m.words;
  return page.isLast ? `${taskRight} ${page.text.done}` : taskRight;
}

function standing(page: LessonPage): Line {
  const { m, task } = page;
  const { words } = m;
  if (m.phase === 'away') return '';
  const outcome = m.state?.outcome;
  if (outcome != null && page.standing === 'done') return [`${resultText(words, outcome)} · `, ...[endLine(words, outcome)].flat()];
  const counter = countersOf(m)[0];
  const parts = [task.kind === 'table' ? words.movesMade(page.turn) : '', counter === undefined || page.standing === 'done' ? '' : counterText(counter, words)];
  return parts.filter((part) => part !== '').join(' · ');
}

/** The tasks of the lesson, each of which can be gone to. */
function tasks(page: LessonPage): VNode {
  const { words } = page.m;
  const { tasks: list } = page.lesson;
  return h('ol.tasks', { key: 'tasks' }, list.map((_, i) =>
    h('li', { key: i }, [
      h('button', { class: { now: i === page.at }, attrs: { type: 'button', 'aria-label': words.taskNumber(i + 1, list.length), ...(i === page.at && { 'aria-current': 'step' }) }, on: { click: () => page.goTo(i) } }, String(i + 1)),
    ]),
  ));
}

function answers(page: LessonPage): VNode | null {
  const { task, standing: state } = page;
  const { words } = page.m;
  if (task.kind !== 'ask') return null;
  return h('div.answers', { key: 'answers' }, task.answers.map((answer) =>
    h('button.answer', {
      key: answer,
      class: { right: state === 'done' && answer === task.right, wrong: state !== 'done' && answer === page.given },
      attrs: { type: 'button', 'data-answer': answer, 'aria-disabled': String(state === 'done') },
      on: { click: () => page.answer(answer) },
    }, words.taskAnswer[answer]),
  ));
}

function deeds(page: LessonPage): VNode {
  const { m, standing: state, next } = page;
  const { words } = m;
  const previous = COURSE[page.number - 1];
  const last = page.isLast && next === undefined;
  return h('div.lesson-buttons', { key: 'buttons' }, [
    state === 'done'
      ? last
        ? h('a.button.primary.task-next', { key: 'end', attrs: { href: '/exercises' } }, words.exercisesNow)
        : h('button.primary.task-next', { key: 'next', attrs: { type: 'button' }, on: { click: page.forward } }, [page.isLast ? words.nextLesson : words.taskNext, icon('next')])
      : state === 'failed' && m.state?.outcome == null
        ? h('button.primary.take-it-back', { key: 'back', attrs: { type: 'button' }, on: { click: page.takeBack } }, [icon('back'), words.takeItBack])
        : h('button.show-me', { key: 'show', attrs: { type: 'button' }, on: { click: page.show } }, [icon('eye'), words.taskShow]),
    h('button.task-again', { key: 'again', attrs: { type: 'button' }, on: { click: page.begin } }, [icon('again'), words.taskAgain]),
    h('nav.lessons', { key: 'lessons' }, [
      previous === undefined ? null : h('a.button', { key: 'previous', attrs: { href: `/learn/${previous.id}`, rel: 'prev' } }, words.previousLesson),
      next === undefined ? null : h('a.button', { key: 'next', attrs: { href: `/learn/${next.id}`, rel: 'next' } }, words.nextLesson),
    ]),
  ]);
}
