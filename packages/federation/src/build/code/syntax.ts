import { type Node, parseSync, visitorKeys } from 'oxc-parser'

export type { Node } from 'oxc-parser'

/** @throws Error with file and reason where the text is not valid TypeScript or JavaScript */
export function parse(file: string, text: string): ReturnType<typeof parseSync> {
  const parsed = parseSync(file, text)
  const [error] = parsed.errors
  if (error !== undefined) throw new Error(`${file} cannot be read: ${error.message}`)
  return parsed
}

/** TypeScript nodes that contain values; all other nodes named `TS…` contain only types. */
const aroundValues = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
  'TSEnumDeclaration',
  'TSEnumBody',
  'TSEnumMember',
  'TSModuleDeclaration',
  'TSModuleBlock',
  'TSExportAssignment',
  'TSParameterProperty',
])

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** The child nodes of a node, without types. */
export function partsOf(node: Node): Node[] {
  const keys = visitorKeys[node.type] ?? []
  const parts = keys.flatMap((key): unknown[] => [Reflect.get(node, key)].flat())
  return parts.filter(isNode).filter(({ type }) => !type.startsWith('TS') || aroundValues.has(type))
}

/** Calls `seen` with each node, outer nodes first. */
export function walk(node: Node, seen: (node: Node) => void): void {
  seen(node)
  for (const part of partsOf(node)) walk(part, seen)
}

/** The expression inside parentheses, type assertions, `await` and `?.`. */
export function unwrapped(node: Node): Node {
  switch (node.type) {
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return unwrapped(node.expression)
    case 'AwaitExpression':
      return unwrapped(node.argument)
    default:
      return node
  }
}

/** The text of a literal: `'a'`, `` `a` ``. */
export function writtenText(node: Node | null | undefined): string | undefined {
  if (node === null || node === undefined) return undefined
  const inner = unwrapped(node)
  if (inner.type === 'Literal') return typeof inner.value === 'string' ? inner.value : undefined
  if (inner.type !== 'TemplateLiteral' || inner.expressions.length > 0) return undefined
  return inner.quasis[0]?.value.cooked ?? undefined
}

/** Represents a member whose name is computed. */
export const anyMember = '*'

/** Name of a member or property; `*` where it is computed. */
export function memberName(key: Node, computed: boolean): string {
  if (!computed && (key.type === 'Identifier' || key.type === 'JSXIdentifier')) return key.name
  return writtenText(key) ?? anyMember
}

/** The result expressions of a function: its body, or the arguments of all its return statements. */
export function resultsOf(node: Node): Node[] {
  if (node.type !== 'ArrowFunctionExpression' && node.type !== 'FunctionExpression') return []
  if (node.body === null) return []
  if (node.body.type !== 'BlockStatement') return [node.body]
  const results: Node[] = []
  walk(node.body, (inner) => {
    if (inner.type === 'ReturnStatement' && inner.argument !== null) results.push(inner.argument)
  })
  return results
}
