/**
 * Shown when not even the texts could be loaded: a button without words that loads the page again. Where the page has said
 * by itself that a file of the shell is missing (release host, `shell-guard.ts`), its words stay.
 */
export function showWithoutTexts(root: HTMLElement): void {
  if (document.querySelector('body > [role="alert"]') !== null) return
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = '↻'
  button.setAttribute('aria-label', document.title)
  button.style.cssText = 'position:fixed;inset:0;margin:auto;inline-size:72px;block-size:72px;font-size:32px'
  button.addEventListener('click', () => window.location.reload())
  root.replaceChildren(button)
}
