import type { PartReport, ReleaseHealth } from '../report.ts'
import { el, releaseLabel } from './dom.ts'
import { stateTag } from './parts.ts'
import type { Language } from './text.ts'

export type Span = 'hour' | 'day'

function row(part: PartReport, health: ReleaseHealth, language: Language): HTMLElement {
  const { t, number, share } = language
  const state = part.releases.find(({ release }) => release === health.release)?.state ?? 'kept'
  const kinds = Object.entries(health.faults).sort(([, a], [, b]) => b - a)
  const list = kinds.map(([kind, count]) => el('span', { class: 'kind' }, kind, el('b', {}, number(count))))
  const cell = (key: Parameters<Language['t']>[0], ...content: (Node | string)[]) =>
    el('td', { 'data-label': t(key) }, ...content)
  return el(
    'tr',
    {},
    el('th', { scope: 'row' }, part.name),
    cell('errors.release', releaseLabel(health.release), stateTag(state, language)),
    cell('errors.tabs', number(health.tabs)),
    cell('errors.bad', health.tabs === 0 ? '–' : `${number(health.bad)} · ${share(health.bad / health.tabs)}`),
    cell('errors.crashes', number(health.crashes)),
    cell('errors.paint', health.paint === null ? '–' : `${number(Math.round(health.paint))} ms`),
    cell('errors.kinds', ...(list.length === 0 ? [el('span', { class: 'muted' }, t('errors.clean'))] : list)),
  )
}

/** Failures by release, those of one part next to each other for comparison. */
export function errorTable(parts: readonly PartReport[], span: Span, language: Language): HTMLElement {
  const { t } = language
  const rows = parts.flatMap((part) => part[span].map((health) => row(part, health, language)))
  if (rows.length === 0) return el('p', { class: 'empty card' }, t('errors.none'))
  const heads = ['errors.part', 'errors.release', 'errors.tabs', 'errors.bad', 'errors.crashes', 'errors.paint', 'errors.kinds'] as const // prettier-ignore
  return el(
    'div',
    { class: 'card scroll' },
    el(
      'table',
      {},
      el('thead', {}, el('tr', {}, ...heads.map((key) => el('th', { scope: 'col' }, t(key))))),
      el('tbody', {}, ...rows),
    ),
  )
}
