import type { OperatorResult } from '../operate.ts'
import { el, releaseLabel } from './dom.ts'
import type { Language } from './text.ts'

type Given = OperatorResult['from']

const arrow = () => el('span', { class: 'arrow', 'aria-hidden': 'true' }, '→')

function line(label: string, ...content: (Node | string)[]): HTMLElement {
  return el('div', {}, el('dt', {}, label), el('dd', {}, ...content))
}

function canaryLabel({ canary }: Given, { t }: Language): Node {
  if (canary === null) return el('span', { class: 'muted' }, t('change.preview.none'))
  return el('span', {}, releaseLabel(canary.release), ` ${canary.percent} %`)
}

/** A change before it is made: from what to what, and who is on it now. */
export function previewOf(result: OperatorResult, language: Language): HTMLElement {
  const { t, number } = language
  const { from, to, serial, objections } = result
  const tabs = new Map<string, number>()
  for (const one of result.running) tabs.set(one.release, (tabs.get(one.release) ?? 0) + one.tabs)
  const open = [...tabs].map(([release, count]) =>
    el('span', { class: 'pair' }, `${t('part.tabs', { count: number(count) })} · `, releaseLabel(release)),
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
    objections.length > 0 &&
      line(
        t('change.preview.warnings'),
        el('ul', { class: 'warnings' }, ...objections.map(({ message }) => el('li', {}, message))),
      ),
  )
}
