import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative, sep } from 'node:path'
import { parseSync } from 'oxc-parser'

/** The type declarations of a package: its entries, and the files that they import. */
export interface Declarations {
  name: string
  version: string
  /** Entry -> declaration file: `./table` -> `table/index.d.ts`. */
  entries: Record<string, string>
  /** Text by path. */
  files: Map<string, string>
}

const requests = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)\.js['"]/g

/** Private names make a class differ between versions, though nobody can use them. */
const withoutPrivates = (text: string) => text.replaceAll(/^\s*#private;\n/gm, '')

interface Packed {
  name: string
  version: string
  exports: Record<string, string | { types: string }>
}

/** Reads the declarations of a built package; `folder`: content of its tarball. */
export function readDeclarations(folder: string): Declarations {
  const { name, version, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Packed
  const dist = join(folder, 'dist')
  const all = existsSync(dist)
    ? readdirSync(dist, { recursive: true }).map((file) => String(file).split(sep).join('/'))
    : []
  const entries: Record<string, string> = {}
  for (const [entry, target] of Object.entries(exports)) {
    if (typeof target === 'string') continue
    const types = relative('dist', target.types).split(sep).join('/')
    const [head = '', tail] = types.split('*')
    if (tail === undefined) entries[entry] = types
    else
      for (const file of all.filter((one) => one.startsWith(head) && one.endsWith(tail)))
        entries[entry.replace('*', file.slice(head.length, file.length - tail.length))] = file
  }
  const files = new Map<string, string>()
  const waiting = Object.values(entries)
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    // A comment may mention files that do not exist.
    if (files.has(file) || !existsSync(join(dist, file))) continue
    const text = withoutPrivates(readFileSync(join(dist, file), 'utf8'))
    files.set(file, text)
    for (const [, request = ''] of text.matchAll(requests)) waiting.push(`${posix.join(dirname(file), request)}.d.ts`)
  }
  return { name, version, entries, files: new Map([...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) }
}

/** The declarations in a text, without comments and spaces: what a compiler sees. */
export function codeOf(text: string): string {
  let [code, end] = ['', 0]
  for (const comment of parseSync('declarations.d.ts', text).comments) {
    code += text.slice(end, comment.start)
    end = comment.end
  }
  return (code + text.slice(end)).replaceAll(/\s+/g, '')
}

/** Whether two versions declare the same; their comments may differ, as the code behind them may. */
export function sameDeclarations(before: Declarations, after: Declarations): boolean {
  const codeIn = ({ entries, files }: Declarations) =>
    JSON.stringify([entries, [...files].map(([file, text]) => [file, codeOf(text)])])
  return codeIn(before) === codeIn(after)
}

const fileMark = '//// '

/** The kept report: input of `readReport`, and readable in a diff of two commits. */
export function reportText({ name, version, entries, files }: Declarations): string {
  const head = JSON.stringify({ name, version, entries }, null, 2)
  return `${head}\n${[...files].map(([file, text]) => `${fileMark}${file}\n${text.trimEnd()}\n`).join('')}`
}

export function readReport(text: string): Declarations {
  const [head = '', ...parts] = text.split(new RegExp(`^${fileMark}`, 'm'))
  const about = JSON.parse(head) as Omit<Declarations, 'files'>
  const files = parts.map((part): [string, string] => {
    const end = part.indexOf('\n')
    return [part.slice(0, end), part.slice(end + 1)]
  })
  return { ...about, files: new Map(files) }
}
