import {
  type Function as FunctionNode,
  type ArrowFunctionExpression,
  type Node,
  parseSync,
  Visitor,
  visitorKeys,
} from 'oxc-parser'

/** Chunks that a built chunk loads. */
export interface ChunkCode {
  /** Its own ids. */
  ids: readonly string[]
  /** Ids of the chunks that it loads as soon as its page is shown. */
  atStart: ReadonlySet<string>
}

type AnyFunction = FunctionNode | ArrowFunctionExpression

const isFunction = (node: Node): node is AnyFunction =>
  node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration' || node.type === 'ArrowFunctionExpression'

/** Functions that call their argument later, if at all. All others count as calling it at once, as effects do. */
const later = new Set(['lazy', 'useCallback', 'addEventListener', 'addListener', 'on', 'once', 'subscribe'])

function nameOf(callee: Node): string {
  if (callee.type === 'Identifier') return callee.name
  // `(0, react.useEffect)(…)`
  if (callee.type === 'SequenceExpression') return nameOf(callee.expressions.at(-1) as Node)
  if (callee.type === 'ParenthesizedExpression') return nameOf(callee.expression)
  return callee.type === 'MemberExpression' && callee.property.type === 'Identifier' ? callee.property.name : ''
}

const childrenOf = (node: Node): Node[] =>
  (visitorKeys[node.type] ?? [])
    .flatMap((key) => Reflect.get(node, key) as Node | Node[] | null)
    .filter((child): child is Node => child !== null && child !== undefined)

/** Functions by name, from anywhere in the module; a name that is used twice has both functions. */
function functionsIn(module: AnyFunction): Map<string, AnyFunction[]> {
  const named = new Map<string, AnyFunction[]>()
  const add = (name: string, node: AnyFunction) => named.set(name, [...(named.get(name) ?? []), node])
  const within = (node: Node): void => {
    if (node.type === 'FunctionDeclaration' && node.id) add(node.id.name, node)
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier' && node.init && isFunction(node.init)) add(node.id.name, node.init) // prettier-ignore
    childrenOf(node).forEach(within)
  }
  within(module)
  return named
}

/**
 * Chunks that a module loads while it is evaluated and its exported page is rendered. Starts at the module's statements
 * and its default export and follows calls, effects, and components that are shown. Not followed: handlers, which are
 * properties, and `lazy` components, which load when they are shown.
 */
function askedAtOnce(module: AnyFunction): Set<string> {
  const asked = new Set<string>()
  const third = module.params[2]
  if (third?.type !== 'Identifier' || !module.body) return asked
  const requireName = third.name
  const named = functionsIn(module)
  const visited = new Set<Node>()
  const run = (node: Node | null) => {
    if (node === null || visited.has(node)) return
    visited.add(node)
    if (isFunction(node)) childrenOf(node).forEach(evaluate)
    else evaluate(node)
  }
  const runNamed = (name: string) => named.get(name)?.forEach(run)
  const evaluate = (node: Node): void => {
    if (isFunction(node)) return
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const name = nameOf(node.callee)
      const [first] = node.arguments
      const isRequire = node.callee.type === 'MemberExpression' && node.callee.object.type === 'Identifier' && node.callee.object.name === requireName // prettier-ignore
      if (isRequire && name === 'e' && first?.type === 'Literal') asked.add(String(first.value))
      if (node.callee.type === 'Identifier' || node.callee.type === 'SequenceExpression') runNamed(name)
      if (isFunction(node.callee)) run(node.callee)
      if (node.callee.type === 'ParenthesizedExpression' && isFunction(node.callee.expression))
        run(node.callee.expression)
      if (!later.has(name)) {
        for (const argument of node.arguments) {
          if (isFunction(argument)) run(argument)
          if (argument.type === 'Identifier') runNamed(argument.name)
        }
      }
    }
    childrenOf(node).forEach(evaluate)
  }
  // `r.d(exports, { default: () => Page })`
  const exported = (node: Node): void => {
    if (node.type === 'Property' && nameOf(node.key) === 'default' && isFunction(node.value)) {
      const { body } = node.value
      if (body?.type === 'Identifier') runNamed(body.name)
      else if (body) run(body)
    }
    childrenOf(node).forEach(exported)
  }
  for (const statement of childrenOf(module.body)) evaluate(statement)
  exported(module.body)
  return asked
}

/** Parses a chunk of the bundler; undefined if the text is not one. */
export function readChunk(text: string): ChunkCode | undefined {
  const { program, errors } = parseSync('chunk.js', text)
  if (errors.length > 0) return undefined
  const ids: string[] = []
  const atStart = new Set<string>()
  new Visitor({
    CallExpression: ({ callee, arguments: [chunk] }) => {
      if (nameOf(callee) !== 'push' || chunk?.type !== 'ArrayExpression') return
      const [own, modules] = chunk.elements
      if (own?.type !== 'ArrayExpression' || modules?.type !== 'ObjectExpression') return
      for (const id of own.elements) if (id?.type === 'Literal') ids.push(String(id.value))
      for (const property of modules.properties) {
        if (property.type === 'Property' && isFunction(property.value))
          for (const id of askedAtOnce(property.value)) atStart.add(id)
      }
    },
  }).visit(program)
  return ids.length === 0 ? undefined : { ids, atStart }
}
