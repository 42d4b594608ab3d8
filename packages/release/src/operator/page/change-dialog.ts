import type { PartReport, Report } from '../report.ts'
import {
  type Action,
  choices,
  deedOf,
  type Draft,
  forceChoice,
  releaseChoice,
  releasesFor,
  shareChoice,
} from './change-form.ts'
import { type Answer, keepName, readName, request } from './door.ts'
import { el, fill } from './dom.ts'
import { previewOf } from './preview.ts'
import type { Language } from './text.ts'

const actions = ['rollback', 'promote', 'revoke', 'halt'] as const

/**
 * Asks what is to become of a part, shows beforehand what that means, and does it. `onDone` gets a sentence to show;
 * `latest` reads the report anew after a conflict.
 */
export function openChangeDialog(
  report: Report,
  about: PartReport,
  action: Action,
  language: Language,
  latest: () => Promise<Report | undefined>,
  onDone: (sentence: string) => void,
): void {
  const { t } = language
  let part = about
  let { serial } = report
  const first = (wanted: Action) => releasesFor(part, wanted)[0]?.release ?? ''
  const draft: Draft = { action, release: first(action), percent: undefined, auto: false, force: false }
  let asked = 0

  const dialog = el('dialog', { class: 'change', 'aria-labelledby': 'change-title' })
  const choice = el('div', { class: 'fields' })
  const preview = el('div', { class: 'outcome', 'aria-live': 'polite' })
  const notice = el('p', { class: 'error', role: 'alert' })
  const who = el('input', { id: 'who', required: true, maxlength: 80, autocomplete: 'name', value: readName() })
  const why = el('textarea', { id: 'why', required: true, maxlength: 500, rows: 2, 'aria-describedby': 'why-hint' })
  const confirm = el('button', { type: 'submit', class: 'primary' })

  const bodyOf = (dryRun: boolean) => ({
    action: draft.action,
    part: part.name,
    ...(draft.action === 'halt' ? {} : { release: draft.release }),
    ...(draft.action === 'promote' && draft.percent !== undefined ? { percent: draft.percent, auto: draft.auto } : {}),
    ...(draft.force ? { force: true } : {}),
    reason: why.value,
    by: who.value,
    expectSerial: serial,
    dryRun,
  })

  async function foretell(): Promise<void> {
    asked += 1
    const mine = asked
    confirm.disabled = true
    const answer = await request(bodyOf(true))
    if (mine !== asked) return
    confirm.disabled = !answer.ok
    if (!answer.ok) {
      await explain(answer)
      return
    }
    const isHeld = answer.value.objections.length > 0 && (draft.action === 'promote' || draft.action === 'rollback')
    const allow = () => {
      confirm.disabled = isHeld && !draft.force
    }
    allow()
    fill(
      preview,
      el('h3', {}, t('change.preview')),
      previewOf(answer.value, language),
      isHeld && forceChoice(draft, language, allow),
    )
  }

  async function explain(answer: Answer<unknown> & { ok: false }): Promise<void> {
    if (answer.error !== 'conflict') {
      fill(preview, el('p', { class: 'error' }, t('change.refused', { message: answer.message })))
      return
    }
    notice.textContent = t('change.conflict')
    const fresh = await latest()
    if (fresh === undefined) return
    serial = fresh.serial
    part = fresh.parts.find(({ name }) => name === part.name) ?? part
    draw()
  }

  function draw(): void {
    const options = actions.map((value) => ({
      value,
      label: t(`change.${value}`),
      disabled: value === 'halt' ? part.canary === null : first(value) === '',
    }))
    const choose = (value: Action) => {
      draft.action = value
      draft.release = first(value)
      draft.force = false
      draw()
    }
    fill(
      choice,
      choices('action', t('change.action'), options, draft.action, choose),
      el('p', { class: 'hint' }, t(`change.${draft.action}.hint`)),
      draft.action !== 'halt' &&
        releaseChoice(part, draft, language, (release) => {
          draft.release = release
          draft.force = false
          void foretell()
        }),
      draft.action === 'promote' && part.name !== 'shell' && shareChoice(draft, language, draw),
    )
    confirm.textContent = deedOf(draft, part.name, language)
    confirm.classList.toggle('danger', draft.action === 'revoke')
    void foretell()
  }

  async function submit(): Promise<void> {
    confirm.disabled = true
    keepName(who.value.trim())
    const answer = await request(bodyOf(false))
    if (!answer.ok) {
      await explain(answer)
      return
    }
    dialog.close()
    onDone(t('change.done', { serial: answer.value.serial }))
  }

  dialog.append(
    el(
      'form',
      {
        submit: (event) => {
          event.preventDefault()
          void submit()
        },
      },
      el('h2', { id: 'change-title' }, t('change.title', { part: part.name })),
      notice,
      choice,
      el('div', { class: 'field' }, el('label', { for: 'who' }, t('change.who')), who),
      el(
        'div',
        { class: 'field' },
        el('label', { for: 'why' }, t('change.why')),
        why,
        el('p', { id: 'why-hint', class: 'hint' }, t('change.why.hint')),
      ),
      preview,
      el(
        'div',
        { class: 'buttons' },
        el('button', { type: 'button', class: 'quiet', click: () => dialog.close() }, t('change.cancel')),
        confirm,
      ),
    ),
  )
  dialog.addEventListener('close', () => dialog.remove())
  draw()
  document.body.append(dialog)
  dialog.showModal()
  why.focus()
}
