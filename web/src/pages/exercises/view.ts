import { h, type VNode } from 'snabbdom';
import { drillTable } from '../../course/view';
import { progress } from '../../course/progress';
import { icon } from '../../view/icons';
import { named } from '../../view/naming';
import { noteText } from '../../view/notes';
import { textCard } from '../../view/panels';
import { statusBox, type Line } from '../../view/table';
import { steps } from '../../view/steps';
import type { Solve } from './solve';

export function solveView(page: Solve): VNode[] {
  const { m, grid, exercise, drill } = page;
  const { words } = m;
  if (page.standing === 'refused') {
    return [h('section.card.lesson-text', { key: 'refused' }, [h('h1', words.exercises), h('p', noteText(page.refusal)), h('p', [h('a.button', { attrs: { href: '/exercises' } }, words.exercises)])])];
  }
  const { theme } = page;
  const themed = theme === '' ? '/exercises' : `/exercises?${new URLSearchParams({ theme })}`;
  return [
    h('section.lesson-text', { key: 'text' }, [
      h('p.where', { key: 'where' }, [h('a', { attrs: { href: themed } }, words.exercises)]),
      h('h1', { key: 'title' }, exercise === null ? words.exercises : exercise.turn === 'white' ? words.exerciseWhite : words.exerciseBlack),
      h('p.about-exercise', { key: 'about' }, exercise === null ? '' : [words.difficultyOf(exercise.rating), words.solverMoves(exercise.moves)].join(' · ')),
    ]),
    drillTable(m, grid, statusBox(m, page.standing === 'solved', headline(page), standing(page))),
    h('section.lesson-deeds', { key: 'deeds' }, [
      page.standing === 'asked' || page.standing === 'loading' ? null : steps(m, drill.review),
      h('div.lesson-buttons', { key: 'buttons' }, buttons(page)),
      h('p.your-rating', { key: 'rating' }, [h('span', words.yourRating), ' ', h('strong', String(progress.rating)), page.change === null ? '' : h('span.change', ` (${words.ratingChange(page.change)})`)]),
      page.old ? h('p.quiet', { key: 'old' }, words.alreadyTried) : null,
      page.standing === 'solved' || page.standing === 'shown' ? h('p.themes-told', { key: 'themes' }, exercise!.themes.map((name) => words.theme[name]).join(' · ')) : null,
    ]),
    textCard(m),
  ];
}

function headline({ m, standing: state, shell }: Solve): string {
  const { words } = shell;
  if (m.phase === 'away') return words.serverAway;
  switch (state) {
    case 'solved':
      return words.exerciseSolved;
    case 'shown':
      return words.exerciseShown;
    case 'wrong':
      return words.taskAnswerWrong;
    default:
      return m.phase === 'ready' ? words.exerciseGoOn : words.exerciseChecking;
  }
}

function standing({ m, refusal, said }: Solve): Line {
  return refusal !== '' ? noteText(refusal) : named(m, said);
}

function buttons(page: Solve): VNode[] {
  const { words } = page.m;
  const button = (name: string, text: string, act: () => void, sign: VNode, primary = false): VNode =>
    h(`button.${name}`, { key: name, class: { primary }, attrs: { type: 'button' }, on: { click: act } }, [sign, text]);
  const next = (primary: boolean): VNode => button('next-exercise', words.nextExercise, page.next, icon('next'), primary);
  switch (page.standing) {
    case 'solved':
    case 'shown':
      return [next(true), h('a.button.analyse', { key: 'analyse', attrs: { href: `/analysis?${new URLSearchParams({ fen: page.exercise!.fen })}` } }, words.analyse)];
    case 'wrong':
      return [button('try-again', words.tryAgain, page.again, icon('back'), true), button('show-solution', words.solution, page.show, icon('eye')), next(false)];
    default:
      return [button('hint', words.hint, page.hint, icon('report')), button('show-solution', words.solution, page.show, icon('eye')), next(false)];
  }
}
