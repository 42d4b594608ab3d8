import type { PartReport, Report, ReleaseHealth } from '../report.ts'
import { keepName, readName, request } from './door.ts'
import { el, releaseLabel } from './dom.ts'
import type { Language, TextKey } from './text.ts'

/** Older changes are not shown, in ms. */
const newsMs = 7 * 86_400_000
const shownCommits = 6
const shownFiles = 6

/** Prepared reasons, each a button. */
const reasons = ['since.reason.errors', 'since.reason.wrong', 'since.reason.slow'] as const

/** Input and opened cards, kept because the page is drawn again every few seconds. */
const drafts = new Map<string, string>()
const opened = new Map<string, boolean>()

export interface SinceGoodOptions {
  report: Report
  language: Language
  /** Receives a sentence to show, and a function that undoes the change. */
  onDone: (sentence: string, undo?: () => void) => void
}

/** Errors per tab; undefined if no tab reported. */
function errorsPerTab(part: PartReport, release: string | null): number | undefined {
  const found = [part.hour, part.day].map((all) => all.find((one) => one.release === release)).find((one) => (one?.tabs ?? 0) > 0) // prettier-ignore
  if (found === undefined) return undefined
  const told = ({ crashes, faults }: ReleaseHealth) => crashes + Object.values(faults).reduce((sum, count) => sum + count, 0) // prettier-ignore
  return told(found) / found.tabs
}

const worseBy = (part: PartReport) => (errorsPerTab(part, part.current) ?? 0) - (errorsPerTab(part, part.former) ?? 0)

/** Recently changed parts, by rise of their errors per tab, then newest first. */
function changedLately({ parts, now }: Report): PartReport[] {
  const at = Date.parse(now)
  const lately = parts.filter(({ former, since }) => former !== null && at - Date.parse(since) < newsMs)
  return lately.toSorted((a, b) => worseBy(b) - worseBy(a) || Date.parse(b.since) - Date.parse(a.since))
}

function sizeText(bytes: number, { number }: Language): string {
  return `${bytes < 0 ? '−' : '+'}${number(Math.round(Math.abs(bytes) / 102.4) / 10)} KB`
}

function commitList({ change }: PartReport, { t, number }: Language): HTMLElement {
  const commits = change?.commits ?? null
  if (commits === null) return el('p', { class: 'muted' }, t('since.commits.unknown'))
  if (commits.length === 0) return el('p', { class: 'muted' }, t('since.commits.none'))
  const more = commits.length - shownCommits
  return el(
    'ul',
    { class: 'commits' },
    ...commits.slice(0, shownCommits).map(({ commit, subject }) => el('li', {}, el('span', { class: 'mono' }, commit.slice(0, 7)), ' ', el('bdi', {}, subject))), // prettier-ignore
    more > 0 && el('li', { class: 'muted' }, t('since.more', { count: number(more) })),
  )
}

function fileList({ change }: PartReport, language: Language): HTMLElement | null {
  const { t, number } = language
  if (change === null) return null
  const { added, removed, changed } = change.files
  const names = [...added.map((name) => `+${name}`), ...removed.map((name) => `−${name}`), ...changed.map((name) => `~${name}`)] // prettier-ignore
  const more = names.length - shownFiles
  return el(
    'p',
    { class: 'note' },
    el('span', { class: 'mono' }, names.slice(0, shownFiles).join(' ')),
    more > 0 ? ` ${t('since.more', { count: number(more) })}` : '',
    el('strong', { class: 'size' }, el('bdi', { dir: 'ltr' }, sizeText(change.bytes, language))),
  )
}

function rate(part: PartReport, release: string | null, { number }: Language): string {
  const found = errorsPerTab(part, release)
  return found === undefined ? '–' : number(Math.round(found * 100) / 100)
}

function rateText(part: PartReport, language: Language): string {
  const [now, before] = [rate(part, part.current, language), rate(part, part.former, language)]
  return now === '–' && before === '–' ? language.t('part.rate.none') : language.t('since.rate', { now, before })
}

/** Rolls the part back in one step; undo promotes the release again. */
async function goBack(
  part: PartReport,
  reason: string,
  by: string,
  options: SinceGoodOptions,
): Promise<string | undefined> {
  const { report, language, onDone } = options
  const { t } = language
  const { name, current } = part
  const answer = await request({ action: 'rollback', part: name, reason, by, expectSerial: report.serial })
  if (!answer.ok)
    return answer.error === 'conflict' ? t('change.conflict') : t('change.refused', { message: answer.message })
  drafts.delete(name)
  if ('proposal' in answer.value) {
    onDone(t('since.proposed', { proposal: answer.value.proposal }))
    return undefined
  }
  const { serial } = answer.value
  const undo = async () => {
    const again = await request({ action: 'promote', part: name, release: current, reason: t('since.undo.reason', { reason }), by, expectSerial: serial }) // prettier-ignore
    onDone(again.ok ? t('since.undone', { part: name }) : t('change.refused', { message: again.message }))
  }
  const mayUndo = report.viewer.actions.includes('promote')
  onDone(t('since.done', { part: name }), mayUndo ? () => void undo() : undefined)
  return undefined
}

function backForm(part: PartReport, options: SinceGoodOptions): HTMLElement | null {
  const { report, language } = options
  const { t } = language
  const { name, former } = part
  if (!report.viewer.actions.includes('rollback')) return null
  const why = el('input', { id: `why-${name}`, 'data-key': `why-${name}`, required: true, maxlength: 500, value: drafts.get(name) ?? '' }) // prettier-ignore
  why.addEventListener('input', () => drafts.set(name, why.value))
  const who = el('input', { id: `who-${name}`, 'data-key': `who-${name}`, required: true, maxlength: 80, autocomplete: 'name', value: readName() }) // prettier-ignore
  who.addEventListener('input', () => keepName(who.value.trim()))
  const error = el('p', { class: 'error', role: 'alert' })
  const write = (key: TextKey) => () => {
    why.value = t(key)
    drafts.set(name, why.value)
  }
  const isOperator = report.viewer.key === null
  const button = el('button', { type: 'submit', class: 'primary', 'data-key': `since-back-${name}` }, t('since.back'), ' ', releaseLabel(former)) // prettier-ignore
  const submit = async () => {
    button.disabled = true
    error.textContent = (await goBack(part, why.value.trim(), isOperator ? who.value.trim() : '', options)) ?? ''
    button.disabled = false
  }
  const chips = reasons.map((key) => el('button', { type: 'button', 'data-key': `${key}-${name}`, click: write(key) }, t(key))) // prettier-ignore
  return el(
    'form',
    {
      submit: (event) => {
        event.preventDefault()
        void submit()
      },
    },
    el('div', { class: 'chips' }, ...chips),
    el('div', { class: 'field' }, el('label', { for: `why-${name}` }, t('change.why')), why),
    isOperator && el('div', { class: 'field' }, el('label', { for: `who-${name}` }, t('change.who')), who),
    error,
    button,
  )
}

function changeCard(part: PartReport, isFirst: boolean, options: SinceGoodOptions): HTMLElement {
  const { report, language } = options
  const { ago } = language
  const { name, current, former, since } = part
  const isWorse = worseBy(part) > 0
  const card = el(
    'details',
    { class: 'since card', 'data-since': name, open: opened.get(name) ?? isFirst },
    el(
      'summary',
      { 'data-key': `since-${name}` },
      el('strong', {}, name),
      el('span', { class: 'note' }, ago(since, Date.parse(report.now))),
      el('span', { class: isWorse ? 'rate bad' : 'rate' }, rateText(part, language)),
    ),
    el('p', { class: 'move' }, releaseLabel(former), el('span', { class: 'arrow', 'aria-hidden': 'true' }, '→'), releaseLabel(current)), // prettier-ignore
    commitList(part, language),
    fileList(part, language),
    backForm(part, options),
  )
  card.addEventListener('toggle', () => opened.set(name, card.open))
  return card
}

/** For each recently changed part: what changed, errors before and after, and a form that rolls it back. */
export function sinceGood(options: SinceGoodOptions): HTMLElement {
  const changed = changedLately(options.report)
  if (changed.length === 0)
    return el('div', { class: 'since-good' }, el('p', { class: 'empty card' }, options.language.t('since.nothing')))
  return el('div', { class: 'since-good' }, ...changed.map((part, at) => changeCard(part, at === 0, options)))
}
