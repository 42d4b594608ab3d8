/** Takes the form that stood in the page before the code out of it. */
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

/** What was typed into the early form stands in `form`, with the cursor where it was; if it was sent, it is sent now. */
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
