import { type Expression, type Node, type ObjectPropertyKind, parseSync, type Statement, Visitor } from 'oxc-parser'

/** What the syntax of a built script shows. */
export interface BuiltCode {
  /** Global names that it defines: `var a`, `globalThis.a = …`. */
  globals: ReadonlySet<string>
  /** Chunk lists that it reads or fills, by the `uniqueName` of their build. */
  chunkLists: ReadonlySet<string>
  /** The script holds data only and no statements: the bundler writes no mappings for it. */
  isData: boolean
}

const listPrefix = 'rspackChunk'
const globalObjects = new Set(['globalThis', 'self', 'window'])

function memberName(node: Node): string | undefined {
  if (node.type !== 'MemberExpression') return undefined
  if (!node.computed) return node.property.name
  return node.property.type === 'Literal' && typeof node.property.value === 'string' ? node.property.value : undefined
}

function globalName(node: Node): string | undefined {
  const isGlobal = node.type === 'MemberExpression' && node.object.type === 'Identifier' && globalObjects.has(node.object.name) // prettier-ignore
  return isGlobal ? memberName(node) : undefined
}

/** `module.exports = JSON.parse('…')` */
function isParsedText(statement: Statement): boolean {
  if (statement.type !== 'ExpressionStatement') return false
  if (typeof Reflect.get(statement, 'directive') === 'string') return true
  const { expression } = statement
  if (expression.type !== 'AssignmentExpression' || memberName(expression.left) !== 'exports') return false
  const call = expression.right
  if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return false
  const { object } = call.callee
  const [text, ...more] = call.arguments
  const isParse = object.type === 'Identifier' && object.name === 'JSON' && memberName(call.callee) === 'parse'
  return isParse && more.length === 0 && text?.type === 'Literal' && typeof text.value === 'string'
}

function isDataModule(property: ObjectPropertyKind): boolean {
  if (property.type !== 'Property' || property.computed) return false
  const { value } = property
  if (value.type !== 'FunctionExpression' && value.type !== 'ArrowFunctionExpression') return false
  return value.body?.type === 'BlockStatement' && value.body.body.every(isParsedText)
}

/** `(globalThis.rspackChunk… ||= []).push([[ids], { id(module) { module.exports = JSON.parse('…') } }])` only. */
function isDataChunk(expression: Expression): boolean {
  if (expression.type !== 'CallExpression' || memberName(expression.callee) !== 'push') return false
  const [chunk, ...more] = expression.arguments
  if (chunk?.type !== 'ArrayExpression' || more.length > 0) return false
  const [ids, modules, ...further] = chunk.elements
  if (ids?.type !== 'ArrayExpression' || !ids.elements.every((id) => id?.type === 'Literal')) return false
  return modules?.type === 'ObjectExpression' && further.length === 0 && modules.properties.every(isDataModule)
}

/** Parses a script of the bundler; undefined if it has syntax errors. */
export function readBuilt(text: string): BuiltCode | undefined {
  const { program, errors } = parseSync('chunk.js', text)
  if (errors.length > 0) return undefined
  const globals = new Set<string>()
  const chunkLists = new Set<string>()
  for (const statement of program.body) {
    if (statement.type !== 'VariableDeclaration') continue
    for (const { id } of statement.declarations) if (id.type === 'Identifier') globals.add(id.name)
  }
  new Visitor({
    AssignmentExpression: ({ left }) => void globals.add(globalName(left) ?? ''),
    MemberExpression: (node) => {
      const name = globalName(node) ?? ''
      if (name.startsWith(listPrefix)) chunkLists.add(name.slice(listPrefix.length))
    },
  }).visit(program)
  const statements = program.body.filter((one) => typeof Reflect.get(one, 'directive') !== 'string')
  const [only] = statements
  const isData = statements.length === 1 && only?.type === 'ExpressionStatement' && isDataChunk(only.expression)
  return { globals, chunkLists, isData }
}
