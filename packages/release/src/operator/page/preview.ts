import type { OperatorResult } from '../operate.ts'
import { el, releaseLabel } from './dom.ts'
import type { Language } from './text.ts'

type Given = OperatorResult['from']

const arrow = () => el('span', { class: 'arrow', 'aria-hidden': 'true' }, '→')

function line(label: string, ...content: (Node | string)[]): HTMLElement {
  return el('div', {}, el('dt', {}, label), el('dd', {}, ...content))
}

function canaryLabel({ canary }: Given, { t, share }: Language): Node {
  if (canary === null) return el('span', { class: 'muted' }, t('change.preview.none'))
  return el('span', {}, releaseLabel(canary.release), ` ${share(canary.percent / 100)}`)
}

/** Commit and subject; files that are in no commit are listed separately. */
function madeLine(
  { commit, subject, dirty }: NonNullable<OperatorResult['made']>,
  { t, number }: Language,
): HTMLElement {
  if (commit === null) return line(t('change.preview.made'), el('span', { class: 'muted' }, t('change.made.unknown')))
  const files = dirty ?? []
  const named = el('ul', { class: 'warnings' }, ...files.slice(0, 12).map((file) => el('li', { class: 'mono' }, file)))
  return line(
    t('change.preview.made'),
    el('span', { class: 'mono' }, commit.slice(0, 10)),
    ` ${subject ?? ''}`,
    ...(files.length === 0 ? [] : [el('p', { class: 'error' }, t('change.made.dirty', { count: number(files.length) })), named]), // prettier-ignore
  )
}

function comparisonLine(
  { with: before, files, bytes, routes, messages }: NonNullable<OperatorResult['comparison']>,
  { t, number }: Language,
): HTMLElement {
  type Names = readonly string[]
  const counts = (added: Names, removed: Names, changed: Names = []) =>
    [`+${number(added.length)}`, `−${number(removed.length)}`, ...(changed.length === 0 ? [] : [`~${number(changed.length)}`])].join(' ') // prettier-ignore
  const kilobytes = `${bytes < 0 ? '−' : '+'}${number(Math.round(Math.abs(bytes) / 102.4) / 10)} KB`
  const routeNames = [...routes.added.map((path) => `+${path}`), ...routes.removed.map((path) => `−${path}`)]
  const list = [
    t('change.compare.files', { counts: counts(files.added, files.removed, files.changed), size: kilobytes }),
    t('change.compare.routes', { counts: routeNames.length === 0 ? '–' : routeNames.join(' ') }),
    ...(messages === null ? [] : [t('change.compare.texts', { counts: counts(messages.added, messages.removed, messages.changed) })]), // prettier-ignore
  ]
  const label = el('span', { class: 'muted' }, `${t('change.compare.with')} `, releaseLabel(before))
  return line(t('change.preview.compare'), label, el('ul', {}, ...list.map((text) => el('li', {}, text))))
}

/** Preview of a change: releases before and after it, and the open tabs. */
export function previewOf(result: OperatorResult, language: Language): HTMLElement {
  const { t, tabs: inTabs } = language
  const { from, to, serial, objections } = result
  const tabs = new Map<string, number>()
  for (const one of result.running) tabs.set(one.release, (tabs.get(one.release) ?? 0) + one.tabs)
  const open = [...tabs].map(([release, count]) =>
    el('span', { class: 'pair' }, `${inTabs(count)} · `, releaseLabel(release)),
  )
  const hasCanary = from.canary !== null || to.canary !== null
  return el(
    'dl',
    { class: 'preview' },
    line(t('change.preview.index'), String(serial - 1), arrow(), String(serial)),
    line(t('change.preview.everybody'), releaseLabel(from.current), arrow(), releaseLabel(to.current)),
    line(t('change.preview.former'), releaseLabel(from.former), arrow(), releaseLabel(to.former)),
    hasCanary && line(t('change.preview.canary'), canaryLabel(from, language), arrow(), canaryLabel(to, language)),
    line(
      t('change.preview.tabs'),
      ...(open.length === 0 ? [el('span', { class: 'muted' }, t('change.preview.none'))] : open),
    ),
    result.made !== null && madeLine(result.made, language),
    result.comparison !== null && comparisonLine(result.comparison, language),
    objections.length > 0 &&
      line(
        t('change.preview.warnings'),
        el('ul', { class: 'warnings' }, ...objections.map(({ message }) => el('li', {}, message))),
      ),
  )
}
