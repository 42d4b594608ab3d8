import { parse, walk, writtenText } from './syntax.ts'

/**
 * Modules that a file imports or re-exports by value, statically or dynamically, and files of `new URL(…)`.
 * @throws Error where the text cannot be parsed
 */
export function requestsIn(file: string, text: string): string[] {
  const parsed = parse(file, text)
  const { staticImports, staticExports, dynamicImports } = parsed.module
  const imported = staticImports.filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
  const found = imported.map(({ moduleRequest }) => moduleRequest.value)
  for (const { entries } of staticExports)
    found.push(...entries.flatMap(({ isType, moduleRequest }) => (isType ? [] : (moduleRequest?.value ?? []))))
  const isWritten = dynamicImports.every(({ moduleRequest: { start } }) => /['"]/.test(text[start] ?? ''))
  found.push(...dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)))
  // The module record of the parser is enough for most files; only the others are walked.
  if (isWritten && !text.includes('URL(')) return found
  walk(parsed.program, (node) => {
    const isUrl = node.type === 'NewExpression' && node.callee.type === 'Identifier' && node.callee.name === 'URL'
    const written = isUrl ? writtenText(node.arguments[0]) : node.type === 'ImportExpression' ? writtenText(node.source) : undefined // prettier-ignore
    if (written !== undefined) found.push(written)
  })
  return found
}
