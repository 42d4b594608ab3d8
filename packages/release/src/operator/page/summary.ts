import type { Report } from '../report.ts'
import { el } from './dom.ts'
import type { Language } from './text.ts'

type Tone = 'good' | 'bad' | 'warn' | 'idle'

const marks: Record<Tone, string> = { good: '●', bad: '▲', warn: '◆', idle: '○' }

function stat(label: string, value: string, note: string, tone: Tone): HTMLElement {
  const mark = el('span', { class: `mark ${tone}`, 'aria-hidden': 'true' }, marks[tone])
  return el(
    'div',
    { class: 'stat' },
    el('dt', {}, label),
    el('dd', { class: 'figure' }, value),
    el('dd', { class: 'note' }, mark, note),
  )
}

/** Overall state: index, tabs, canaries, audit log. */
export function summary(report: Report, { t, number, share, dateTime }: Language): HTMLElement {
  const { audit, tabs, serial, notAfter, parts } = report
  const canaries = parts.filter(({ canary }) => canary !== null)
  const tabsNote =
    tabs.open === 0
      ? t('stat.tabs.none')
      : tabs.behind === 0
        ? t('stat.tabs.all')
        : t('stat.tabs.behind', { count: number(tabs.behind) })
  const isShort = audit.serial < serial
  const auditNote =
    audit.brokenAt !== null
      ? t('stat.audit.broken', { line: audit.brokenAt })
      : t(isShort ? 'stat.audit.short' : 'stat.audit.good')
  const names = canaries.map(({ name, canary }) => `${name} ${share((canary?.percent ?? 0) / 100)}`).join(', ')
  return el(
    'dl',
    { class: 'stats card' },
    stat(
      t('stat.index'),
      String(serial),
      notAfter === null ? '–' : t('stat.index.note', { date: dateTime(notAfter) }),
      'good',
    ),
    stat(t('stat.tabs'), number(tabs.open), tabsNote, tabs.open === 0 ? 'idle' : tabs.behind === 0 ? 'good' : 'warn'),
    stat(
      t('stat.canaries'),
      number(canaries.length),
      canaries.length === 0 ? t('stat.canaries.none') : names,
      canaries.length === 0 ? 'idle' : 'warn',
    ),
    stat(
      t('stat.audit'),
      t('stat.audit.lines', { count: number(audit.lines) }),
      auditNote,
      audit.brokenAt !== null || isShort ? 'bad' : 'good',
    ),
  )
}
