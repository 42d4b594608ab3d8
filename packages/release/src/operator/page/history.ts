import type { AuditEntry } from '../../store/audit.ts'
import { el, releaseLabel } from './dom.ts'
import type { Language } from './text.ts'

const tones: Partial<Record<AuditEntry['action'], string>> = {
  rollback: 'warn',
  halt: 'bad',
  revoke: 'bad',
  canary: 'brand',
  step: 'brand',
}

function entry(one: AuditEntry, { t, share, dateTime, ago }: Language, now: number): HTMLElement {
  const { action, name, from, to, percent, reason, by, at, serial } = one
  const given = percent === null ? null : el('span', { class: 'muted' }, ` ${share(percent / 100)}`)
  const move =
    from === null && to === null
      ? null
      : el('p', { class: 'move' }, releaseLabel(from), el('span', { class: 'arrow', 'aria-hidden': 'true' }, '→'), releaseLabel(to), given) // prettier-ignore
  return el(
    'li',
    { class: tones[action] ?? '' },
    el('p', { class: 'what' }, el('strong', {}, t(`action.${action}`)), ' ', name ?? t('history.everybody')),
    move,
    el('p', { class: 'why' }, reason),
    el(
      'p',
      { class: 'note' },
      `${by} · `,
      el('time', { datetime: at, title: dateTime(at) }, ago(at, now)),
      ` · ${t('change.preview.index')} ${serial}`,
    ),
  )
}

/** Who changed what, when and why, newest first. */
export function historyList(history: readonly AuditEntry[], language: Language, now: number): HTMLElement {
  return el('ol', { class: 'history card' }, ...history.map((one) => entry(one, language, now)))
}
