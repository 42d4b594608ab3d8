import type { CodeModule } from './definitions.ts'
import { type Node, partsOf, unwrapped, writtenText } from './syntax.ts'

/** Texts that a module writes out, and patterns of those that it puts together. */
export interface WrittenTexts {
  whole: ReadonlySet<string>
  /** `period.${value}` -> /^period\..*$/. Only those in which something is written out. */
  patterns: readonly RegExp[]
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** Written parts of an expression that makes a text, null for what is put in; undefined if it makes none. */
function textParts(node: Node): (string | null)[] | undefined {
  const inner = unwrapped(node)
  if (inner.type === 'TemplateLiteral')
    return inner.quasis.flatMap(({ value }, at) => [
      value.cooked ?? '',
      ...(inner.expressions[at] === undefined ? [] : (textParts(inner.expressions[at]) ?? [null])),
    ])
  if (inner.type === 'BinaryExpression' && inner.operator === '+') {
    const [left, right] = [textParts(inner.left), textParts(inner.right)]
    return left === undefined && right === undefined ? undefined : [...(left ?? [null]), ...(right ?? [null])]
  }
  const written = writtenText(inner)
  return written === undefined ? undefined : [written]
}

/** Texts of this many letters, at least, say which texts may be meant. */
const leastLetters = 3

export function textsIn({ program }: CodeModule): WrittenTexts {
  const whole = new Set<string>()
  const patterns: RegExp[] = []
  const visit = (node: Node): void => {
    if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return
    const parts = textParts(node)
    if (parts?.every((part) => part !== null) === true) whole.add(parts.join(''))
    else if (parts !== undefined && parts.some((part) => part !== null && part.length >= leastLetters))
      patterns.push(new RegExp(`^${parts.map((part) => (part === null ? '.*' : escaped(part))).join('')}$`, 's'))
    for (const part of partsOf(node)) visit(part)
  }
  visit(program)
  return { whole, patterns }
}
