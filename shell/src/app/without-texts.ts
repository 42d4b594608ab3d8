/**
 * Shown when even the texts could not be loaded: a button without text that reloads the page. If the page has already
 * reported a missing file of the shell (release host, `shell-guard.ts`), its message stays.
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
