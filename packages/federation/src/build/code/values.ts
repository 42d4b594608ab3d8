import type { CodeModule, Definition } from './definitions.ts'
import { memberName, type Node, resultsOf, unwrapped, writtenText } from './syntax.ts'

/** The origin of a value: the requested module and the members; no members: the whole module. */
export interface Value {
  from: string
  members: readonly string[]
}

const deepest = 40

/** Follows names through modules to the modules outside that define their values. */
export class Values {
  readonly #modules: ReadonlyMap<string, CodeModule>
  readonly #fileOf: (importer: string, request: string) => string | undefined
  readonly #ends: (request: string) => boolean

  /**
   * `fileOf`: the file of `modules` for a request. `ends`: requests that are not followed, even if their file is known.
   */
  constructor(
    modules: ReadonlyMap<string, CodeModule>,
    fileOf: (importer: string, request: string) => string | undefined,
    ends: (request: string) => boolean,
  ) {
    this.#modules = modules
    this.#fileOf = fileOf
    this.#ends = ends
  }

  /** The outside values that an expression may have; values that the modules create themselves are left out. */
  of(module: CodeModule, node: Node, depth = 0): Value[] {
    if (depth > deepest) return []
    const inner = unwrapped(node)
    const same = (one: Node) => this.of(module, one, depth + 1)
    switch (inner.type) {
      case 'Identifier':
      case 'JSXIdentifier':
        return (module.names.get(inner.name) ?? []).flatMap((one) => this.resolve(module, one, depth + 1))
      case 'MemberExpression':
      case 'JSXMemberExpression': {
        const name = memberName(inner.property, inner.type === 'MemberExpression' && inner.computed)
        return same(inner.object).flatMap((value) => this.#member(value, [name], depth + 1))
      }
      case 'ConditionalExpression':
        return [...same(inner.consequent), ...same(inner.alternate)]
      case 'LogicalExpression':
        return [...same(inner.left), ...same(inner.right)]
      case 'AssignmentExpression':
        return same(inner.right)
      case 'SequenceExpression':
        return inner.expressions.slice(-1).flatMap(same)
      case 'ImportExpression': {
        const from = writtenText(inner.source)
        return from === undefined ? [] : this.resolve(module, { from, members: [] }, depth + 1)
      }
      case 'CallExpression':
        return this.#called(module, inner, depth + 1)
      default:
        return []
    }
  }

  /** The values that a module exports under a name: of other modules, or its own export if it defines the value. */
  exported(file: string, name: string, depth = 0): Value[] {
    const module = this.#modules.get(file)
    if (module === undefined || depth > deepest) return []
    const own = module.exports.get(name)
    if (own !== undefined) {
      const found = own.flatMap((one) => this.resolve(module, one, depth + 1))
      return found.length > 0 ? found : [{ from: file, members: [name] }]
    }
    const given = module.stars.flatMap((from) => this.resolve(module, { from, members: [name] }, depth + 1))
    // A name that no read module exports may come from any module that was not read.
    const read = given.filter(({ from }) => this.#modules.has(from))
    return read.length > 0 ? read : given
  }

  /** Names that a module exports, including those of `export *`. */
  exportNames(file: string, depth = 0): string[] {
    const module = this.#modules.get(file)
    if (module === undefined || depth > deepest) return []
    const further = module.stars.flatMap((from) => {
      const next = this.#fileOf(file, from)
      return next === undefined ? [] : this.exportNames(next, depth + 1).filter((name) => name !== 'default')
    })
    return [...new Set([...module.exports.keys(), ...further])]
  }

  /** The values of a definition in a module. */
  resolve(module: CodeModule, definition: Definition, depth = 0): Value[] {
    if ('node' in definition) {
      const values = this.of(module, definition.node, depth)
      return values.flatMap((value) => this.#member(value, definition.members, depth))
    }
    const file = this.#ends(definition.from) ? undefined : this.#fileOf(module.file, definition.from)
    const whole: Value = { from: file ?? definition.from, members: [] }
    return this.#member(whole, definition.members, depth)
  }

  /** Members of a value; members of a read module are its exports. */
  #member(value: Value, members: readonly string[], depth: number): Value[] {
    const [name, ...rest] = members
    if (name === undefined) return [value]
    if (value.members.length > 0 || !this.#modules.has(value.from))
      return [{ ...value, members: [...value.members, ...members] }]
    return this.exported(value.from, name, depth + 1).flatMap((one) =>
      rest.length === 0 ? [one] : this.#member(one, rest, depth + 1),
    )
  }

  /** The followed results of a call: of functions such as `() => import('a')`, and `import('a').catch(…)`. */
  #called(module: CodeModule, call: Node & { type: 'CallExpression' }, depth: number): Value[] {
    const callee = unwrapped(call.callee)
    if (callee.type === 'MemberExpression') {
      const name = memberName(callee.property, callee.computed)
      return name === 'catch' || name === 'finally' ? this.of(module, callee.object, depth) : []
    }
    if (callee.type !== 'Identifier') return []
    return (module.names.get(callee.name) ?? []).flatMap((one) =>
      'node' in one && one.members.length === 0
        ? resultsOf(unwrapped(one.node)).flatMap((result) => this.of(module, result, depth))
        : [],
    )
  }
}
