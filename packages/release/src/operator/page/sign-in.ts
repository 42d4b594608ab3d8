import { forgetKey, keepKey, readReport } from './door.ts'
import { el } from './dom.ts'
import type { Language } from './text.ts'

/** The form that asks for the operator's key; calls back once the host has accepted it. */
export function signInForm({ t }: Language, onSignedIn: () => void): HTMLElement {
  const key = el('input', {
    id: 'key',
    type: 'password',
    required: true,
    autocomplete: 'current-password',
    spellcheck: 'false',
    'aria-describedby': 'key-hint key-error',
  })
  const error = el('p', { id: 'key-error', class: 'error', role: 'alert' })
  const button = el('button', { class: 'primary', type: 'submit' }, t('key.enter'))
  const submit = async () => {
    button.disabled = true
    keepKey(key.value.trim())
    const answer = await readReport()
    button.disabled = false
    if (answer.ok || answer.error === 'failed') {
      onSignedIn()
      return
    }
    forgetKey()
    if (answer.error === 'unauthorized') error.textContent = t('key.wrong')
    else if (answer.error === 'busy') error.textContent = t('key.busy')
    else error.textContent = answer.message
    key.select()
  }
  const form = el(
    'form',
    {
      class: 'sign-in card',
      submit: (event) => {
        event.preventDefault()
        void submit()
      },
    },
    el('img', { src: '/releases/operator/mark.svg', alt: '', width: 40, height: 40 }),
    el('h1', {}, t('title')),
    el('p', { class: 'muted' }, t('lead')),
    // For password managers.
    el('input', { type: 'text', autocomplete: 'username', value: 'operator', hidden: true }),
    el('label', { for: 'key' }, t('key.label')),
    key,
    el('p', { id: 'key-hint', class: 'hint' }, t('key.hint')),
    error,
    button,
  )
  queueMicrotask(() => key.focus())
  return form
}
