import { h, type VNode } from 'snabbdom';
import { CHAPTERS, COURSE } from '../../course/lessons';
import { progress } from '../../course/progress';
import type { Page, PageKind } from '../../router';
import type { Shell } from '../../shell';
import { icon } from '../../view/icons';
import { nothing } from '../nothing';
import { LessonPage } from './lesson';

/** The contents of the course, with what has been done of it. */
class Contents implements Page {
  constructor(private readonly shell: Shell) {
    void progress.meet();
  }

  title(): string {
    return this.shell.words.course;
  }

  view(): VNode[] {
    const { words } = this.shell;
    const done = progress.lessons;
    const count = COURSE.filter(({ id }) => done.has(id)).length;
    const first = COURSE.find(({ id }) => !done.has(id));
    return [
      h('main.text-page.wide.course', { key: 'course' }, [
        h('section.card', { key: 'about' }, [
          h('h1', words.course),
          h('p', words.courseAbout),
          h('p.course-go', [
            h('a.button.primary.go-on', { attrs: { href: `/learn/${(first ?? COURSE[0]!).id}` } }, [icon('play'), count === 0 ? words.courseBegin : first === undefined ? words.courseAgain : words.courseGoOn]),
            h('span.quiet', words.courseDone(count, COURSE.length)),
          ]),
          h('progress', { attrs: { max: COURSE.length, value: count, 'aria-label': words.courseDone(count, COURSE.length) } }),
        ]),
        h('div.chapters', { key: 'chapters' }, CHAPTERS.map((chapter) =>
          h('section.card', { key: chapter }, [
            h('h2', words.chapter[chapter]),
            h('ol', COURSE.filter((lesson) => lesson.chapter === chapter).map((lesson) => {
              const isDone = done.has(lesson.id);
              return h('li', { key: lesson.id, class: { done: isDone } }, [
                h('a', { attrs: { href: `/learn/${lesson.id}` } }, [
                  h('span.number', { attrs: { 'aria-hidden': 'true' } }, isDone ? [icon('check')] : String(COURSE.indexOf(lesson) + 1)),
                  words.lesson[lesson.id].title,
                  isDone ? h('span.unseen', `, ${words.lessonDone}`) : null,
                ]),
              ]);
            })),
          ]),
        )),
      ]),
    ];
  }
}

export const learn: PageKind = {
  paths: ['/learn', '/learn/:step'],
  nav: { path: '/learn', order: 14, title: (words) => words.navLearn },
  open: (shell, { step }) => {
    if (step === undefined) return new Contents(shell);
    const lesson = COURSE.find(({ id }) => id === step);
    return lesson === undefined ? nothing.open(shell, {}) : new LessonPage(shell, lesson);
  },
};
