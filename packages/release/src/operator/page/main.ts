import type { Report } from '../report.ts'
import { openChangeDialog } from './change-dialog.ts'
import { forgetKey, readKey, readReport } from './door.ts'
import { el, fill } from './dom.ts'
import { errorTable, type Span } from './errors.ts'
import { historyList } from './history.ts'
import { type OpenChange, partRow } from './parts.ts'
import { signInForm } from './sign-in.ts'
import { sinceGood } from './since-good.ts'
import { summary } from './summary.ts'
import { createLanguage, localeFor } from './text.ts'

/** The figures of open tabs are at most this old, in ms. */
const refreshMs = 5_000

const language = createLanguage(localeFor(navigator.languages))
const { t } = language
const app = document.getElementById('app') ?? document.body
document.documentElement.lang = language.locale
document.documentElement.dir = language.dir
document.title = `Helioport · ${t('title')}`

let report: Report | undefined
let drawn = ''
let span: Span = 'hour'
let readAt = 0
const toast = el('p', { class: 'toast', role: 'status' })
const banner = el('p', { class: 'banner', role: 'alert', hidden: true })
const content = el('main', {})

function warn(text: string): void {
  banner.hidden = text === ''
  if (banner.textContent !== text) banner.textContent = text
}

/** Shows what was done, and for a while a button that undoes it. */
function onDone(sentence: string, undo?: () => void): void {
  const button = undo && el('button', { type: 'button', click: undo }, t('since.undo'))
  fill(toast, sentence, button)
  void refresh()
}

const openChange: OpenChange = (part, action) => {
  if (report === undefined) return
  openChangeDialog({ report, part, action, language, latest: refresh, onDone })
}

function spanChoice(): HTMLElement {
  const button = (value: Span) =>
    el(
      'button',
      {
        type: 'button',
        'data-key': `span-${value}`,
        'aria-pressed': String(value === span),
        click: () => choose(value),
      },
      t(`errors.${value}`),
    )
  const choose = (value: Span) => {
    span = value
    draw()
  }
  return el('div', { class: 'segmented' }, button('hour'), button('day'))
}

function draw(): void {
  if (report === undefined) {
    fill(content, el('p', { class: 'empty card' }, t('loading')))
    return
  }
  const { parts, history, viewer, now: at } = report
  const now = Date.parse(at)
  if (parts.length === 0) {
    fill(content, el('p', { class: 'empty card' }, t('nothing')))
    return
  }
  fill(
    content,
    el('h2', { class: 'first' }, t('since')),
    sinceGood({ report, language, onDone }),
    summary(report, language),
    el('h2', {}, t('parts')),
    el(
      'ul',
      { class: 'parts' },
      ...parts.map((part) => partRow(part, language, { now, actions: viewer.actions }, openChange)),
    ),
    el('div', { class: 'heading' }, el('h2', {}, t('errors')), spanChoice()),
    errorTable(parts, span, language),
    el('h2', {}, t('history')),
    historyList(history, language, now),
  )
}

/** Reads the report and shows it; draws again only if it changed, or after half a minute for the ages. */
async function refresh(): Promise<Report | undefined> {
  const answer = await readReport()
  if (!answer.ok) {
    if (answer.error === 'unauthorized') leave()
    else if (answer.error === 'failed') warn(t('failed', { message: answer.message }))
    else warn(t('unreachable', { time: readAt === 0 ? '–' : language.time(readAt) }))
    return undefined
  }
  warn('')
  report = answer.value
  readAt = Date.now()
  const shape = JSON.stringify({ ...report, now: Math.floor(Date.parse(report.now) / 30_000) })
  if (shape !== drawn) {
    drawn = shape
    draw()
  }
  return report
}

function leave(): void {
  forgetKey()
  report = undefined
  drawn = ''
  fill(app, signInForm(language, enter))
}

function enter(): void {
  const signOut = el('button', { type: 'button', class: 'quiet', click: leave }, t('key.leave'))
  const mark = el('img', { src: '/releases/operator/mark.svg', alt: '', width: 28, height: 28 })
  toast.textContent = ''
  fill(app, el('header', {}, mark, el('h1', {}, 'Helioport'), el('span', { class: 'muted' }, t('title')), signOut), banner, content, toast) // prettier-ignore
  draw()
  void refresh()
}

const refreshIfSeen = () => {
  if (readKey() !== '' && document.visibilityState === 'visible') void refresh()
}
setInterval(refreshIfSeen, refreshMs)
document.addEventListener('visibilitychange', refreshIfSeen)
new EventSource('/releases/events').addEventListener('index', refreshIfSeen)

if (readKey() === '') leave()
else enter()
