import { h, type VNode } from 'snabbdom';
import * as api from '../../club/api';
import type { ChatLine } from '../../club/types';
import { icon } from '../../view/icons';
import type { LiveModel } from './model';
import type { Session } from './session';

/** The most characters of a line that the server takes. */
const MAX_TEXT = 300;

/** What players and watchers write to each other. Muting hides it on this screen only. */
export function chatCard(m: LiveModel, id: string, session: Session): VNode {
  const { words, settings } = m;
  const { muted } = settings;
  const title = muted ? words.unmute : words.muteChat;
  return h('section.card.chat', { key: 'chat' }, [
    h('div.head', { key: 'head' }, [
      h('h2', words.chat),
      h('button.plain.mute', { attrs: { type: 'button', 'aria-label': title, title, 'aria-pressed': String(muted) }, on: { click: () => m.shell.set({ muted: !muted }) } }, [icon('mute')]),
    ]),
    h('div.lines', { key: 'lines', attrs: { tabindex: 0, 'aria-label': words.chat }, hook: { insert: toEnd, postpatch: (before, node) => before.data?.['count'] !== node.data?.['count'] && toEnd(node) }, count: m.chats.length },
      muted
        ? [h('p.quiet', { key: 'muted' }, words.chatMuted)]
        : m.chats.length === 0
          ? [h('p.quiet', { key: 'none' }, words.noChat)]
          : m.chats.map((line) => lineView(m, id, line)),
    ),
    h('form.say', { key: 'say', on: { submit: (event: Event) => say(event, m, session) } }, [
      h('input', {
        attrs: { type: 'text', name: 'chat', maxlength: MAX_TEXT, autocomplete: 'off', placeholder: words.writeHere, 'aria-label': words.writeHere, disabled: muted },
        props: { value: m.draft },
        on: {
          input: (event: Event) => {
            m.draft = (event.target as HTMLInputElement).value;
            m.shell.render();
          },
        },
      }),
      h('button', { attrs: { type: 'submit', disabled: muted } }, words.send),
    ]),
  ]);
}

const toEnd = (node: VNode): void => {
  const list = node.elm as HTMLElement;
  list.scrollTop = list.scrollHeight;
};

function lineView(m: LiveModel, id: string, line: ChatLine): VNode {
  const { words } = m;
  const mine = line.by !== null && line.by.id === m.shell.account.me?.id;
  const reported = m.reported.has(line.n);
  return h('p.line', { key: line.n }, [
    line.by === null ? null : h('strong', `${line.by.guest ? words.guestName(line.by.name) : line.by.name}${line.side === null ? '' : ` (${words.side[line.side]})`}: `),
    h('span', line.text),
    mine || line.by === null
      ? null
      : h(
          'button.plain.report',
          { attrs: { type: 'button', disabled: reported, 'aria-label': reported ? words.reported : words.reportLine, title: reported ? words.reported : words.reportLine }, on: { click: () => void report(m, id, line) } },
          [icon(reported ? 'check' : 'report')],
        ),
  ]);
}

async function report(m: LiveModel, id: string, { n }: ChatLine): Promise<void> {
  try {
    await api.reportChat(id, n);
    m.reported.add(n);
    m.shell.say(m.words.reported);
  } catch {
    m.shell.say(m.words.notReported);
  }
}

function say(event: Event, m: LiveModel, session: Session): void {
  event.preventDefault();
  const text = m.draft.trim();
  if (text === '') return;
  m.draft = '';
  void m.shell.account
    .ensure()
    .then(() => session.do({ type: 'chat', text }))
    .catch(() => m.shell.say(m.words.notReadNow));
}
