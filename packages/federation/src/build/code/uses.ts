import type { CodeModule } from './definitions.ts'
import { memberName, type Node, partsOf, unwrapped } from './syntax.ts'
import type { Value, Values } from './values.ts'

/** One place where code uses a value of another module. */
export interface Use {
  value: Value
  /** Arguments, if the value is called directly. */
  call?: readonly Node[]
  /** The value itself is stored, passed or returned. Its further use is not followed. */
  escapes: boolean
}

/** How code uses an expression inside it. `named`: binds it to names that are followed; `dropped`: discards it. */
type Taken = { kind: 'handed' | 'named' | 'dropped' | 'shown' } | { kind: 'called'; with: readonly Node[] }

const handed: Taken = { kind: 'handed' }
const named: Taken = { kind: 'named' }

/** The code in a pattern: default values and computed names. The bound names are not uses. */
function patternParts(pattern: Node): [Node, Taken][] {
  switch (pattern.type) {
    case 'AssignmentPattern':
      return [...patternParts(pattern.left), [pattern.right, named]]
    case 'ArrayPattern':
      return pattern.elements.flatMap((part) => (part === null ? [] : patternParts(part)))
    case 'RestElement':
      return patternParts(pattern.argument)
    case 'ObjectPattern':
      return pattern.properties.flatMap((part): [Node, Taken][] =>
        part.type === 'RestElement'
          ? patternParts(part)
          : [...(part.computed ? [[part.key, handed] as [Node, Taken]] : []), ...patternParts(part.value)],
      )
    default:
      return []
  }
}

/** How a node uses each of its parts; parts that are not expressions are left out. */
function takenParts(node: Node, taken: Taken): [Node, Taken][] {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return []
    case 'ExportNamedDeclaration':
      return node.declaration === null ? [] : [[node.declaration, handed]]
    case 'ExportDefaultDeclaration':
      return [[node.declaration, named]]
    case 'VariableDeclarator':
      return [[node.id, handed], ...(node.init === null ? [] : [[node.init, named] as [Node, Taken]])]
    case 'AssignmentExpression': {
      const isPlain = node.left.type === 'Identifier' || node.left.type.endsWith('Pattern')
      return [
        [node.left, handed],
        [node.right, isPlain ? named : handed],
      ]
    }
    case 'AssignmentPattern':
      return [...patternParts(node.left), [node.right, named]]
    case 'ObjectPattern':
    case 'ArrayPattern':
    case 'RestElement':
      return patternParts(node)
    case 'ExpressionStatement':
      return [[node.expression, { kind: 'dropped' }]]
    case 'UnaryExpression':
      return [[node.argument, node.operator === 'void' ? { kind: 'dropped' } : handed]]
    case 'ConditionalExpression':
      return [
        [node.test, { kind: 'dropped' }],
        [node.consequent, taken],
        [node.alternate, taken],
      ]
    case 'LogicalExpression':
      return [
        [node.left, taken],
        [node.right, taken],
      ]
    case 'CallExpression': {
      const isThen = isMemberCall(node.callee, 'then')
      const callee: [Node, Taken] = [node.callee, { kind: 'called', with: node.arguments }]
      const heard = node.arguments[0]
      const follows = isThen && (heard?.type === 'ArrowFunctionExpression' || heard?.type === 'FunctionExpression')
      const first: [Node, Taken] = follows
        ? [thenOf(node.callee), named]
        : isThen
          ? [thenOf(node.callee), handed]
          : callee
      return [first, ...node.arguments.map((one): [Node, Taken] => [one, handed])]
    }
    case 'MemberExpression':
      return [[node.object, handed], ...(node.computed ? [[node.property, handed] as [Node, Taken]] : [])]
    case 'Property':
      return [[node.value, handed], ...(node.computed ? [[node.key, handed] as [Node, Taken]] : [])]
    case 'JSXElement':
      return [
        [node.openingElement.name, { kind: 'shown' }],
        ...node.openingElement.attributes.map((one): [Node, Taken] => [one, handed]),
        ...node.children.map((one): [Node, Taken] => [one, handed]),
      ]
    case 'JSXAttribute':
      return node.value === null ? [] : [[node.value, handed]]
    case 'PropertyDefinition':
      return node.value === null ? [] : [[node.value, handed]]
    case 'LabeledStatement':
      return [[node.body, handed]]
    case 'BreakStatement':
    case 'ContinueStatement':
    case 'MetaProperty':
      return []
    default:
      return partsOf(node).map((part): [Node, Taken] => [part, handed])
  }
}

function isMemberCall(callee: Node, name: string): boolean {
  const inner = unwrapped(callee)
  return inner.type === 'MemberExpression' && memberName(inner.property, inner.computed) === name
}

function thenOf(callee: Node): Node {
  const inner = unwrapped(callee)
  return inner.type === 'MemberExpression' ? inner.object : inner
}

const stands = new Set(['Identifier', 'MemberExpression', 'JSXIdentifier', 'JSXMemberExpression', 'ImportExpression'])

/** Names that declarations, parameters, functions and classes introduce are not uses. */
function isBinding(parent: Node | undefined, node: Node): boolean {
  if (parent === undefined) return false
  if (parent.type === 'VariableDeclarator') return parent.id === node
  if (parent.type === 'AssignmentPattern' || parent.type === 'AssignmentExpression') return parent.left === node
  if ('params' in parent && Array.isArray(parent.params) && (parent.params as unknown[]).includes(node)) return true
  return 'id' in parent && parent.id === node
}

/** All uses in a module of values of other modules. */
export function usesIn(module: CodeModule, values: Values): Use[] {
  const found: Use[] = []
  // An import or re-export by name is a use, even if the name is not used further.
  for (const definition of [...module.names.values(), ...module.exports.values()].flat()) {
    if (!('from' in definition) || definition.members.length === 0) continue
    for (const value of values.resolve(module, definition)) found.push({ value, escapes: false })
  }
  const visit = (node: Node, taken: Taken, parent?: Node): void => {
    const inner = unwrapped(node)
    if (isBinding(parent, node) && inner.type === 'Identifier') return
    const known = stands.has(inner.type) ? values.of(module, inner) : []
    for (const value of known) {
      const call = taken.kind === 'called' ? { call: taken.with } : {}
      found.push({ value, ...call, escapes: taken.kind === 'handed' })
    }
    // Of `a.b` with a known `a` only the member is used; a computed property is visited as separate code.
    if (known.length > 0) {
      if (inner.type === 'MemberExpression' && inner.computed) visit(inner.property, handed, inner)
      return
    }
    for (const [part, how] of takenParts(inner, taken)) visit(part, how, inner)
  }
  visit(module.program, handed)
  return found
}
