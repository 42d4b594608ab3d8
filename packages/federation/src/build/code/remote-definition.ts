import { type CodeModule, readModule } from './definitions.ts'
import { memberName, type Node, unwrapped, walk, writtenText } from './syntax.ts'

/** Pages and messages of a remote, as requests of their modules. */
export interface RemoteDefinition {
  /** Request by name of the page. */
  pages: Map<string, string>
  /** Request by locale. */
  messages: Map<string, string>
}

/** The expression, or the definitions of the name. */
function meaningsOf(module: CodeModule, node: Node): Node[] {
  const inner = unwrapped(node)
  if (inner.type !== 'Identifier') return [inner]
  return (module.names.get(inner.name) ?? []).flatMap((one) =>
    'node' in one && one.members.length === 0 && one.node !== inner ? meaningsOf(module, one.node) : [],
  )
}

/** Properties of an object literal in the file, including spread objects. */
function propertiesOf(module: CodeModule, node: Node): [string, Node][] {
  return meaningsOf(module, node).flatMap((inner) => {
    if (inner.type !== 'ObjectExpression') return []
    return inner.properties.flatMap((part): [string, Node][] =>
      part.type === 'SpreadElement'
        ? propertiesOf(module, part.argument)
        : [[memberName(part.key, part.computed), part.value]],
    )
  })
}

function importIn(module: CodeModule, node: Node): string | undefined {
  let found: string | undefined
  for (const meaning of meaningsOf(module, node)) {
    walk(meaning, (inner) => {
      if (inner.type === 'ImportExpression') found ??= writtenText(inner.source)
    })
  }
  return found
}

/** Reads the call of `defineRemote`, under any imported name. @throws Error where there is none */
export function readRemoteDefinition(file: string, text: string): RemoteDefinition {
  const module = readModule(file, text)
  let given: Node | undefined
  walk(module.program, (node) => {
    if (node.type !== 'CallExpression') return
    const callee = unwrapped(node.callee)
    const object = callee.type === 'MemberExpression' ? unwrapped(callee.object) : callee
    const name = callee.type === 'MemberExpression' ? memberName(callee.property, callee.computed) : undefined
    const origins = object.type === 'Identifier' ? (module.names.get(object.name) ?? []) : []
    const isDefine = origins.some(
      (one) =>
        'from' in one &&
        one.from === '@helioport/federation/remote' &&
        [...one.members, ...(name === undefined ? [] : [name])].join('.') === 'defineRemote',
    )
    if (isDefine) [given] = node.arguments
  })
  if (given === undefined) throw new Error(`${file} calls no defineRemote({ pages, messages })`)
  const parts = new Map(propertiesOf(module, given))
  const requestsIn = (name: string) => {
    const part = parts.get(name)
    const entries = part === undefined ? [] : propertiesOf(module, part)
    return new Map(
      entries.flatMap(([key, value]): [string, string][] => {
        const request = importIn(module, value)
        return request === undefined ? [] : [[key, request]]
      }),
    )
  }
  return { pages: requestsIn('pages'), messages: requestsIn('messages') }
}
