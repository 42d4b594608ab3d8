import { anyMember, memberName, type Node, parse, unwrapped, walk, writtenText } from './syntax.ts'

/** Origin of a name: an export of another module (no members: the whole module), or a member of an expression. */
export type Definition = { from: string; members: readonly string[] } | { node: Node; members: readonly string[] }

/** One source file: the definitions of its names, and its exports. */
export interface CodeModule {
  file: string
  program: Node
  /** Definitions by name, in all scopes of the file: a name that is bound twice has both. */
  names: ReadonlyMap<string, readonly Definition[]>
  exports: ReadonlyMap<string, readonly Definition[]>
  /** Modules of `export * from`. */
  stars: readonly string[]
}

type Table = Map<string, Definition[]>

const add = (table: Table, name: string, definition: Definition) =>
  void table.set(name, [...(table.get(name) ?? []), definition])

const nameIn = (node: Node) => (node.type === 'Identifier' ? node.name : (writtenText(node) ?? anyMember))

/** Binds the names of a pattern to an expression or its members. */
function bind(names: Table, pattern: Node, node: Node, members: readonly string[] = []): void {
  switch (pattern.type) {
    case 'Identifier':
      add(names, pattern.name, { node, members })
      break
    case 'AssignmentPattern':
      bind(names, pattern.left, node, members)
      bind(names, pattern.left, pattern.right)
      break
    case 'ObjectPattern':
      for (const part of pattern.properties) {
        if (part.type === 'RestElement') bind(names, part.argument, node, members)
        else bind(names, part.value, node, [...members, memberName(part.key, part.computed)])
      }
      break
    case 'ArrayPattern':
      for (const part of pattern.elements) if (part !== null) bind(names, part, node, [...members, anyMember])
      break
    default:
  }
}

/** `import('a').then((module) => …)`: the parameter has the value on which `then` is called. */
function bindResult(names: Table, call: Node): void {
  if (call.type !== 'CallExpression') return
  const callee = unwrapped(call.callee)
  const [heard] = call.arguments
  if (callee.type !== 'MemberExpression' || memberName(callee.property, callee.computed) !== 'then') return
  if (heard?.type !== 'ArrowFunctionExpression' && heard?.type !== 'FunctionExpression') return
  const [parameter] = heard.params
  if (parameter !== undefined) bind(names, parameter, callee.object)
}

function bindNames(names: Table, node: Node): void {
  if (node.type === 'VariableDeclarator' && node.init !== null) bind(names, node.id, node.init)
  else if (node.type === 'AssignmentExpression') bind(names, node.left, node.right)
  else if (node.type === 'AssignmentPattern') bind(names, node.left, node.right)
  else if (node.type === 'ImportDeclaration' && node.importKind !== 'type') {
    for (const part of node.specifiers) {
      const from = node.source.value
      if (part.type === 'ImportNamespaceSpecifier') add(names, part.local.name, { from, members: [] })
      else if (part.type === 'ImportDefaultSpecifier') add(names, part.local.name, { from, members: ['default'] })
      else if (part.importKind !== 'type') add(names, part.local.name, { from, members: [nameIn(part.imported)] })
    }
  } else bindResult(names, node)
}

/** Names that a declaration introduces. */
function declaredNames(node: Node): string[] {
  if (node.type === 'VariableDeclaration') {
    const table: Table = new Map()
    for (const { id } of node.declarations) bind(table, id, id)
    return [...table.keys()]
  }
  return 'id' in node && node.id?.type === 'Identifier' ? [node.id.name] : []
}

function bindExports(exports: Table, stars: string[], node: Node): void {
  if (node.type === 'ExportAllDeclaration' && node.exportKind !== 'type') {
    const from = node.source.value
    if (node.exported === null) stars.push(from)
    else add(exports, nameIn(node.exported), { from, members: [] })
  }
  if (node.type === 'ExportDefaultDeclaration') add(exports, 'default', { node: node.declaration, members: [] })
  if (node.type !== 'ExportNamedDeclaration' || node.exportKind === 'type') return
  for (const part of node.specifiers) {
    if (part.exportKind === 'type') continue
    const name = nameIn(part.exported)
    if (node.source === null) add(exports, name, { node: part.local, members: [] })
    else add(exports, name, { from: node.source.value, members: [nameIn(part.local)] })
  }
  const { declaration } = node
  if (declaration === null || (declaration.type.startsWith('TS') && declaration.type !== 'TSEnumDeclaration')) return
  for (const name of declaredNames(declaration)) {
    const local = { type: 'Identifier', name, start: node.start, end: node.end } as Node
    add(exports, name, { node: local, members: [] })
  }
}

/** @throws Error where the text cannot be parsed */
export function readModule(file: string, text: string): CodeModule {
  const { program } = parse(file, text)
  const names: Table = new Map()
  const exports: Table = new Map()
  const stars: string[] = []
  walk(program, (node) => {
    bindNames(names, node)
    bindExports(exports, stars, node)
  })
  return { file, program, names, exports, stars }
}
