import type { PartReport } from '../report.ts'
import { el } from './dom.ts'
import { stateTag } from './parts.ts'
import type { Language, TextKey } from './text.ts'

export type Action = 'rollback' | 'promote' | 'revoke' | 'halt'

/** Present input of the form. */
export interface Draft {
  action: Action
  release: string
  percent: number | undefined
  auto: boolean
  /** In spite of the gate's objections. */
  force: boolean
}

/** Releases that an action can be applied to; the most likely one comes first. */
export function releasesFor(part: PartReport, action: Action): PartReport['releases'] {
  const fits = part.releases.filter(({ state }) => {
    if (state === 'revoked') return false
    return action === 'revoke' || state !== 'current'
  })
  // For a rollback the former release comes first; for a promote withdrawn releases come last.
  const rank = ({ state }: PartReport['releases'][number]) =>
    action === 'rollback' ? Number(state !== 'former') : action === 'promote' ? Number(state === 'withdrawn') : 0
  return fits.toSorted((a, b) => rank(a) - rank(b))
}

/** A row of radio buttons. */
export function choices<T extends string>(
  name: string,
  legend: string,
  options: readonly { value: T; label: string; disabled?: boolean }[],
  chosen: T,
  onChoose: (value: T) => void,
): HTMLElement {
  return el(
    'fieldset',
    { class: 'choices' },
    el('legend', {}, legend),
    ...options.map(({ value, label, disabled = false }) =>
      el(
        'label',
        {},
        el('input', { type: 'radio', name, value, disabled, checked: value === chosen, change: () => onChoose(value) }),
        el('span', {}, label),
      ),
    ),
  )
}

/** The releases of the store as a list of radio buttons. */
export function releaseChoice(
  part: PartReport,
  { action, release: chosen }: Draft,
  language: Language,
  onChoose: (release: string) => void,
): HTMLElement {
  const { t, dateTime } = language
  return el(
    'fieldset',
    { class: 'releases' },
    el('legend', {}, t('change.release')),
    el(
      'div',
      { class: 'list' },
      ...releasesFor(part, action).map(({ release, state, createdAt, gitSha }) =>
        el(
          'label',
          {},
          el('input', { type: 'radio', name: 'release', value: release, checked: release === chosen, change: () => onChoose(release) }), // prettier-ignore
          el('span', { class: 'mono' }, release),
          stateTag(state, language),
          el('span', { class: 'note' }, dateTime(createdAt), gitSha === null ? '' : ` · ${gitSha.slice(0, 7)}`),
        ),
      ),
    ),
  )
}

/** Who gets the release: everybody, or a share. */
export function shareChoice(draft: Draft, { t, share }: Language, onChange: () => void): HTMLElement {
  const auto = el('input', { type: 'checkbox', checked: draft.auto, disabled: draft.percent === undefined })
  auto.addEventListener('change', () => {
    draft.auto = auto.checked
    onChange()
  })
  const options = ['', '50', '10', '1'].map((value) => ({
    value,
    label: value === '' ? t('change.share.all') : t('change.share.some', { percent: share(Number(value) / 100) }),
  }))
  const choose = (value: string) => {
    draft.percent = value === '' ? undefined : Number(value)
    onChange()
  }
  return el(
    'div',
    {},
    choices('share', t('change.share'), options, String(draft.percent ?? ''), choose),
    el('label', { class: 'check' }, auto, t('change.auto')),
  )
}

/** Checkbox that forces the change in spite of the gate's objections. */
export function forceChoice(draft: Draft, { t }: Language, onChange: () => void): HTMLElement {
  const box = el('input', { type: 'checkbox', checked: draft.force })
  box.addEventListener('change', () => {
    draft.force = box.checked
    onChange()
  })
  return el('label', { class: 'check' }, box, t('change.force'))
}

/** Label of the button that carries out the change. */
export function actionLabel({ action, percent }: Draft, part: string, { t, share }: Language): string {
  if (action === 'promote' && percent !== undefined) return t('change.do.canary', { percent: share(percent / 100) })
  return t(`change.do.${action}` satisfies TextKey, { part })
}
