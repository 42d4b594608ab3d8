import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@helioport/contract/release'
import { type Atrule, type CssNode, generate, ident, parse, type Selector } from 'css-tree'
import type { Layout } from '../store/layout.ts'
import { listed, type Violation, violation } from './violation.ts'

/** The argument of these selects the element itself; `:not(.a)` and `body:has(.a)` match foreign elements. */
const standsForItself = new Set(['is', 'where'])
/** At-rules that apply to the whole document, whatever is in them. */
const ofDocument = new Set(['import', 'page', 'property', 'counter-style', 'view-transition'])

function isLocal(selector: Selector, isOwn: (name: string) => boolean): boolean {
  return selector.children.some((node: CssNode) => {
    if (node.type === 'ClassSelector') return isOwn(ident.decode(node.name))
    if (node.type === 'NestingSelector') return true
    if (node.type !== 'PseudoClassSelector' || !standsForItself.has(node.name)) return false
    const [list] = node.children?.toArray() ?? []
    return (
      list?.type === 'SelectorList' &&
      list.children.toArray().every((one) => one.type === 'Selector' && isLocal(one, isOwn))
    )
  })
}

/**
 * Parts of a stylesheet that are not bound to a class or a name of this release: selectors, keyframes, document rules.
 */
export function globalRules(text: string, scope: string): string[] {
  const isOwn = (name: string) => name.startsWith(`${scope}-`)

  function inAtrule({ name, prelude, block }: Atrule): string[] {
    if (ofDocument.has(name)) return [`@${name}`]
    if (name.endsWith('keyframes')) {
      const called = prelude === null ? '' : ident.decode(generate(prelude))
      return isOwn(called) ? [] : [`@keyframes ${called}`]
    }
    return block === null ? [] : block.children.toArray().flatMap(inNode)
  }

  function inNode(node: CssNode): string[] {
    if (node.type === 'Atrule') return inAtrule(node)
    if (node.type !== 'Rule') return []
    const selectors: CssNode[] = node.prelude.type === 'SelectorList' ? node.prelude.children.toArray() : [node.prelude]
    // Rules nested in a rule for an own element apply inside that element only.
    return selectors.filter((one) => one.type !== 'Selector' || !isLocal(one, isOwn)).map((one) => generate(one))
  }

  const sheet = parse(text)
  return sheet.type === 'StyleSheet' ? sheet.children.toArray().flatMap(inNode) : []
}

/** Styles of a remote must apply to its own elements only: every selector names a class that its build has made. */
export async function styleViolations(layout: Layout, release: Release): Promise<Violation[]> {
  const files = Object.keys(release.files).filter((file) => file.endsWith('.css'))
  const found = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(layout.release(release.name, release.release), file), 'utf8').catch(() => '')
      const rules = globalRules(text, release.scope)
      return rules.length === 0 ? [] : [violation('global-css', `${file} styles elements of others: ${listed(rules)}`)]
    }),
  )
  return found.flat()
}
