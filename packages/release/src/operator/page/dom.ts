/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

export type Child = Node | string | null | undefined | false

/** Attributes by name; functions become listeners (`click`), booleans become present or absent attributes. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined | ((event: Event) => void)>>

/** An element with attributes and children; strings become text nodes, never markup. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value))
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false))
  return element
}

/** Replaces the content of a place; the focus returns to the element with the same `data-key`. */
export function fill(place: Element, ...children: Child[]): void {
  const key = document.activeElement instanceof HTMLElement ? document.activeElement.dataset['key'] : undefined
  place.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false))
  if (key !== undefined) {
    const again = [...place.querySelectorAll<HTMLElement>('[data-key]')].find(({ dataset }) => dataset['key'] === key)
    again?.focus()
    // Puts the cursor at the end, so that a person can continue to type.
    if (again instanceof HTMLInputElement && again.type === 'text')
      again.setSelectionRange(again.value.length, again.value.length)
  }
}

/** A release's name: version large, hash small. */
export function releaseLabel(release: string | null): HTMLElement {
  if (release === null) return el('span', { class: 'muted' }, '–')
  const [version = release, hash = ''] = release.split('-')
  return el('span', { class: 'release', title: release }, version, el('small', {}, hash))
}
