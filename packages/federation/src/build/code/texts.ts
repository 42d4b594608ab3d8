import type { CodeModule } from './definitions.ts'
import { type Node, partsOf, unwrapped, writtenText } from './syntax.ts'

/** Text literals of a module, and patterns of its concatenated texts. */
export interface WrittenTexts {
  whole: ReadonlySet<string>
  /** `period.${value}` -> /^period\..*$/. Only texts with a literal part. */
  patterns: readonly RegExp[]
}

const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** Literal parts of a text expression, null for inserted values; undefined if it is not a text expression. */
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

/** Minimal length of a literal part: shorter parts would match too many texts. */
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
