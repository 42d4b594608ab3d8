import type { PartReport, Report } from '../report.ts'
import {
  type Action,
  actionLabel,
  choices,
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

export interface ChangeDialogOptions {
  report: Report
  part: PartReport
  action: Action
  language: Language
  /** Reads the report again after a conflict. */
  latest: () => Promise<Report | undefined>
  /** Receives a sentence to show. */
  onDone: (sentence: string) => void
}

/** Dialog for a change of one part: asks for the details, shows a preview, and carries it out. */
export function openChangeDialog(options: ChangeDialogOptions): void {
  new ChangeDialog(options).open()
}

class ChangeDialog {
  readonly #options: ChangeDialogOptions
  readonly #draft: Draft
  readonly #dialog = el('dialog', { class: 'change', 'aria-labelledby': 'change-title' })
  readonly #choice = el('div', { class: 'fields' })
  readonly #preview = el('div', { class: 'outcome', 'aria-live': 'polite' })
  readonly #notice = el('p', { class: 'error', role: 'alert' })
  readonly #who = el('input', { id: 'who', required: true, maxlength: 80, autocomplete: 'name', value: readName() })
  readonly #why = el('textarea', { id: 'why', required: true, maxlength: 500, rows: 2, 'aria-describedby': 'why-hint' })
  readonly #confirm = el('button', { type: 'submit', class: 'primary' })
  #part: PartReport
  #serial: number
  /** Number of the latest preview: answers to earlier ones are ignored. */
  #asked = 0

  constructor(options: ChangeDialogOptions) {
    this.#options = options
    this.#part = options.part
    this.#serial = options.report.serial
    const { action } = options
    this.#draft = { action, release: this.#firstRelease(action), percent: undefined, auto: false, force: false }
  }

  open(): void {
    const { t } = this.#options.language
    const submit = (event: Event) => {
      event.preventDefault()
      void this.#submit()
    }
    const cancel = el('button', { type: 'button', class: 'quiet', click: () => this.#dialog.close() }, t('change.cancel')) // prettier-ignore
    const hint = el('p', { id: 'why-hint', class: 'hint' }, t('change.why.hint'))
    this.#dialog.append(
      el(
        'form',
        { submit },
        el('h2', { id: 'change-title' }, t('change.title', { part: this.#part.name })),
        this.#notice,
        this.#choice,
        this.#isOperator && el('div', { class: 'field' }, el('label', { for: 'who' }, t('change.who')), this.#who),
        el('div', { class: 'field' }, el('label', { for: 'why' }, t('change.why')), this.#why, hint),
        this.#preview,
        el('div', { class: 'buttons' }, cancel, this.#confirm),
      ),
    )
    this.#dialog.addEventListener('close', () => this.#dialog.remove())
    this.#draw()
    document.body.append(this.#dialog)
    this.#dialog.showModal()
    this.#why.focus()
  }

  /** For a team's key the audit log records the key's name: the dialog asks for no name. */
  get #isOperator(): boolean {
    return this.#options.report.viewer.key === null
  }

  #firstRelease(wanted: Action): string {
    return releasesFor(this.#part, wanted)[0]?.release ?? ''
  }

  #body(dryRun: boolean): Parameters<typeof request>[0] {
    const { action, release, percent, auto, force } = this.#draft
    return {
      action,
      part: this.#part.name,
      ...(action === 'halt' ? {} : { release }),
      ...(action === 'promote' && percent !== undefined ? { percent, auto } : {}),
      ...(force && this.#isOperator ? { force: true } : {}),
      reason: this.#why.value,
      by: this.#who.value,
      expectSerial: this.#serial,
      dryRun,
    }
  }

  /** Shows a preview of the current choice. */
  async #showPreview(): Promise<void> {
    const { language } = this.#options
    this.#asked += 1
    const mine = this.#asked
    this.#confirm.disabled = true
    const answer = await request(this.#body(true))
    if (mine !== this.#asked) return
    if (!answer.ok) {
      await this.#explain(answer)
      return
    }
    if ('proposal' in answer.value) return
    const { action } = this.#draft
    const isHeld = answer.value.objections.length > 0 && (action === 'promote' || action === 'rollback')
    const allow = () => {
      this.#confirm.disabled = isHeld && !this.#draft.force
    }
    allow()
    const title = el('h3', {}, language.t('change.preview'))
    fill(
      this.#preview,
      title,
      previewOf(answer.value, language),
      isHeld && this.#isOperator && forceChoice(this.#draft, language, allow),
    )
  }

  async #explain(answer: Answer<unknown> & { ok: false }): Promise<void> {
    const { language, latest } = this.#options
    if (answer.error !== 'conflict') {
      fill(this.#preview, el('p', { class: 'error' }, language.t('change.refused', { message: answer.message })))
      return
    }
    this.#notice.textContent = language.t('change.conflict')
    const fresh = await latest()
    if (fresh === undefined) return
    this.#serial = fresh.serial
    this.#part = fresh.parts.find(({ name }) => name === this.#part.name) ?? this.#part
    this.#draw()
  }

  #draw(): void {
    const { language } = this.#options
    const { t } = language
    const [part, draft] = [this.#part, this.#draft]
    const { viewer } = this.#options.report
    const options = actions
      .filter((value) => viewer.actions.includes(value))
      .map((value) => ({
        value,
        label: t(`change.${value}`),
        disabled: value === 'halt' ? part.canary === null : this.#firstRelease(value) === '',
      }))
    const choose = (action: Action) => {
      Object.assign(draft, { action, release: this.#firstRelease(action), force: false })
      this.#draw()
    }
    const chooseRelease = (release: string) => {
      Object.assign(draft, { release, force: false })
      void this.#showPreview()
    }
    fill(
      this.#choice,
      choices('action', t('change.action'), options, draft.action, choose),
      el('p', { class: 'hint' }, t(`change.${draft.action}.hint`)),
      draft.action !== 'halt' && releaseChoice(part, draft, language, chooseRelease),
      draft.action === 'promote' && part.name !== 'shell' && shareChoice(draft, language, () => this.#draw()),
    )
    this.#confirm.textContent = actionLabel(draft, part.name, language)
    this.#confirm.classList.toggle('danger', draft.action === 'revoke')
    void this.#showPreview()
  }

  async #submit(): Promise<void> {
    this.#confirm.disabled = true
    keepName(this.#who.value.trim())
    const answer = await request(this.#body(false))
    if (!answer.ok) {
      await this.#explain(answer)
      return
    }
    this.#dialog.close()
    const { t } = this.#options.language
    if ('proposal' in answer.value) this.#options.onDone(t('since.proposed', { proposal: answer.value.proposal }))
    else this.#options.onDone(t('change.done', { serial: answer.value.serial }))
  }
}
