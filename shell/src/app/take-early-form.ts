/** Removes the sign-in form that the page held before the code; returns it if it was visible. */
export function removeEarlyForm(): HTMLFormElement | undefined {
  const early = document.getElementById('early-form')
  early?.remove()
  document.documentElement.style.removeProperty('color-scheme')
  return early instanceof HTMLFormElement && !early.hidden ? early : undefined
}

const inputOf = (form: HTMLFormElement, name: string) => {
  const found = form.elements.namedItem(name)
  return found instanceof HTMLInputElement ? found : undefined
}

/**
 * Transfers the text of the early form to `form`, with the cursor position. If the early form was submitted, submits
 * `form`.
 */
export function takeEarlyForm(form: HTMLFormElement, names: readonly string[]): void {
  const early = removeEarlyForm()
  if (early === undefined) return
  for (const name of names) {
    const [from, to] = [inputOf(early, name), inputOf(form, name)]
    if (from === undefined || to === undefined) continue
    to.value = from.value
    if (early.dataset['at'] !== name) continue
    to.focus()
    to.setSelectionRange(from.selectionStart, from.selectionEnd)
  }
  if (early.dataset['sent'] !== undefined) form.requestSubmit()
}
