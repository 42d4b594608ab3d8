import type { CodeModule, Definition } from './definitions.ts'
import { memberName, type Node, resultsOf, unwrapped, writtenText } from './syntax.ts'

/** A value by where it comes from: module as it is asked for, and members; none: all of the module. */
export interface Value {
  from: string
  members: readonly string[]
}

const deepest = 40

/** Follows names through several modules to the modules outside of them. */
export class Values {
  readonly #modules: ReadonlyMap<string, CodeModule>
  readonly #fileOf: (importer: string, request: string) => string | undefined
  readonly #ends: (request: string) => boolean

  /**
   * `fileOf`: the file of `modules` that a request leads to. `ends`: requests that are not followed, though their file may be there.
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

  /** What an expression may stand for; values that the modules make themselves are not among them. */
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

  /** What a module gives under a name: values of other modules, or the name itself where it is made there. */
  exported(file: string, name: string, depth = 0): Value[] {
    const module = this.#modules.get(file)
    if (module === undefined || depth > deepest) return []
    const own = module.exports.get(name)
    if (own !== undefined) {
      const found = own.flatMap((one) => this.resolve(module, one, depth + 1))
      return found.length > 0 ? found : [{ from: file, members: [name] }]
    }
    const given = module.stars.flatMap((from) => this.resolve(module, { from, members: [name] }, depth + 1))
    // What is not known by name may come of any module that was not read.
    const read = given.filter(({ from }) => this.#modules.has(from))
    return read.length > 0 ? read : given
  }

  /** Names that a module gives to others, those of `export *` among them. */
  exportNames(file: string, depth = 0): string[] {
    const module = this.#modules.get(file)
    if (module === undefined || depth > deepest) return []
    const further = module.stars.flatMap((from) => {
      const next = this.#fileOf(file, from)
      return next === undefined ? [] : this.exportNames(next, depth + 1).filter((name) => name !== 'default')
    })
    return [...new Set([...module.exports.keys(), ...further])]
  }

  /** What a name of a module stands for. */
  resolve(module: CodeModule, definition: Definition, depth = 0): Value[] {
    if ('node' in definition) {
      const values = this.of(module, definition.node, depth)
      return values.flatMap((value) => this.#member(value, definition.members, depth))
    }
    const file = this.#ends(definition.from) ? undefined : this.#fileOf(module.file, definition.from)
    const whole: Value = { from: file ?? definition.from, members: [] }
    return this.#member(whole, definition.members, depth)
  }

  /** Members of a value; those of a module that was read are what it exports. */
  #member(value: Value, members: readonly string[], depth: number): Value[] {
    const [name, ...rest] = members
    if (name === undefined) return [value]
    if (value.members.length > 0 || !this.#modules.has(value.from))
      return [{ ...value, members: [...value.members, ...members] }]
    return this.exported(value.from, name, depth + 1).flatMap((one) =>
      rest.length === 0 ? [one] : this.#member(one, rest, depth + 1),
    )
  }

  /** A function of the modules that gives on what it was given: `() => import('a')`, `import('a').catch(…)`. */
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
