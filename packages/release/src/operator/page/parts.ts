import type { PartReport } from '../report.ts'
import { el, releaseLabel } from './dom.ts'
import type { Language } from './text.ts'

/** Opens the dialog of a row's button. */
export type OpenChange = (part: PartReport, action: 'rollback' | 'promote' | 'halt') => void

const steps = [1, 10, 50, 100]

export function stateTag(state: PartReport['releases'][number]['state'], { t }: Language): HTMLElement {
  return el('span', { class: `tag ${state}` }, t(`state.${state}`))
}

const stateOf = (part: PartReport, release: string) =>
  part.releases.find((one) => one.release === release)?.state ?? 'kept'

/** Open tabs by release: a bar, and the same in words. */
function runningBar(part: PartReport, { t, tabs: inTabs }: Language): HTMLElement {
  const tabs = new Map<string, number>()
  for (const one of part.running) tabs.set(one.release, (tabs.get(one.release) ?? 0) + one.tabs)
  if (tabs.size === 0) return el('p', { class: 'muted' }, t('part.running.none'))
  const bar = el('div', { class: 'bar', 'aria-hidden': 'true' })
  const list = el('ul', { class: 'running' })
  for (const [release, count] of tabs) {
    const state = stateOf(part, release)
    const segment = el('span', { class: state })
    segment.style.flexGrow = String(count)
    bar.append(segment)
    list.append(
      el(
        'li',
        {},
        el('span', { class: `dot ${state}`, 'aria-hidden': 'true' }),
        `${inTabs(count)} · `,
        releaseLabel(release),
      ),
    )
  }
  return el('div', {}, bar, list)
}

function failures(part: PartReport, { t, share, number }: Language): HTMLElement {
  const { tabs = 0, bad = 0 } = part.hour.find(({ release }) => release === part.current) ?? {}
  if (tabs === 0) return el('p', { class: 'muted' }, t('part.rate.none'))
  const rate = bad / tabs
  return el(
    'p',
    {},
    el('strong', { class: rate > 0.05 ? 'figure bad' : 'figure' }, share(rate)),
    el('span', { class: 'note' }, t('part.rate.of', { bad: number(bad), tabs: number(tabs) })),
  )
}

function canaryStrip(part: PartReport, language: Language, mayEnd: boolean, open: OpenChange): HTMLElement | null {
  const { t, share, number } = language
  const { canary, evidence, decision } = part
  if (canary === null || evidence === null) return null
  const rateOf = ({ tabs, bad }: { tabs: number; bad: number }) => (tabs === 0 ? '–' : share(bad / tabs))
  const climb = el('ol', { class: 'climb', 'aria-label': share(canary.percent / 100) })
  for (const step of steps) {
    climb.append(el('li', { class: step <= canary.percent ? 'reached' : '' }, share(step / 100)))
  }
  const { canary: sample, baseline } = evidence
  return el(
    'div',
    { class: `canary ${decision ?? ''}` },
    el('strong', {}, t('canary.title')),
    releaseLabel(canary.release),
    climb,
    el('span', { class: 'muted' }, t(canary.auto ? 'canary.auto' : 'canary.manual')),
    el(
      'span',
      { class: 'evidence' },
      t('canary.evidence', {
        bad: number(sample.bad),
        tabs: number(sample.tabs),
        rate: rateOf(sample),
        baseline: rateOf(baseline),
      }),
      el('br'),
      el(
        'span',
        { class: 'muted' },
        decision === null || decision === 'finish' ? t('canary.step') : t(`canary.${decision}`),
      ),
    ),
    el(
      'button',
      { type: 'button', 'data-key': `halt-${part.name}`, disabled: !mayEnd, click: () => open(part, 'halt') },
      t('canary.end'),
    ),
  )
}

/** One row per part: current release, open tabs, failures, former release, and buttons to go back. */
export function partRow(
  part: PartReport,
  language: Language,
  { now, actions }: { now: number; actions: readonly string[] },
  open: OpenChange,
): HTMLElement {
  const { t, ago } = language
  return el(
    'li',
    { class: 'part card', 'data-part': part.name },
    el(
      'div',
      { class: 'given' },
      el('h3', {}, part.name),
      releaseLabel(part.current),
      el('p', { class: 'note' }, t('part.since', { ago: ago(part.since, now) })),
    ),
    el(
      'dl',
      { class: 'facts' },
      el('div', {}, el('dt', {}, t('part.running')), el('dd', {}, runningBar(part, language))),
      el('div', {}, el('dt', {}, t('part.rate')), el('dd', {}, failures(part, language))),
      el('div', {}, el('dt', {}, t('part.former')), el('dd', {}, releaseLabel(part.former))),
    ),
    el(
      'div',
      { class: 'actions' },
      el(
        'button',
        {
          type: 'button',
          'data-key': `back-${part.name}`,
          disabled: part.former === null || !actions.includes('rollback'),
          click: () => open(part, 'rollback'),
        },
        t('part.back'),
      ),
      el(
        'button',
        {
          type: 'button',
          class: 'quiet',
          'data-key': `change-${part.name}`,
          disabled: !actions.includes('promote'),
          click: () => open(part, 'promote'),
        },
        t('part.change'),
      ),
    ),
    canaryStrip(part, language, actions.includes('halt'), open),
  )
}
