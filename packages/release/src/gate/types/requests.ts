import { posix } from 'node:path'
import type { ReleaseTypes } from '@helioport/contract/release'
import { type Node, parseSync, Visitor } from 'oxc-parser'

/** A source refers to files outside of those that were sent. */
export class StrangeSource extends Error {}

/** A package, by name. */
const isPackage = (request: string) =>
  /^(?:node:|@[\w.-]+\/)?[\w-][\w.-]*(?:\/[\w.@-]+)*$/.test(request) && !request.split('/').includes('..')

const isInside = (file: string, request: string) => {
  const path = posix.normalize(posix.join(posix.dirname(file), request))
  return /^\.{1,2}\//.test(request) && !path.startsWith('..') && !posix.isAbsolute(path)
}

/** A constant string in any quotes: the compiler resolves each of them. */
function literal(node: Node | null | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'ParenthesizedExpression') return literal(node.expression)
  if (node?.type !== 'TemplateLiteral') return undefined
  return node.quasis.length === 1 ? (node.quasis[0]?.value.cooked ?? undefined) : undefined
}

/** Modules that a source imports, in code and in types. */
function requestsOf(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new StrangeSource(`${file} cannot be read: ${errors[0]?.message}`)
  const found: (string | undefined)[] = []
  new Visitor({
    ImportDeclaration: ({ source }) => void found.push(literal(source)),
    ExportAllDeclaration: ({ source }) => void found.push(literal(source)),
    ExportNamedDeclaration: ({ source }) => void found.push(literal(source)),
    ImportExpression: ({ source }) => void found.push(literal(source)),
    TSImportType: ({ source }) => void found.push(literal(source)),
    TSExternalModuleReference: ({ expression }) => void found.push(literal(expression)),
    // A pattern (`*.module.css`) refers to no file.
    TSModuleDeclaration: ({ id }) => void found.push(literal(id)?.includes('*') === true ? undefined : literal(id)),
  }).visit(program)
  return found.filter((request) => request !== undefined)
}

/**
 * Checks that sources import only each other and packages; disables directives that make a compiler read further files.
 */
function readableFiles(files: Readonly<Record<string, string>>, ending: RegExp): Record<string, string> {
  const readable = Object.entries(files).map(([file, text]): [string, string] => {
    if (
      !file
        .split('/')
        .every((part) => part !== 'node_modules' && /^[A-Za-z0-9_@[(][A-Za-z0-9._@()[\]-]*$/.test(part)) ||
      !ending.test(file)
    )
      throw new StrangeSource(`"${file}" is no name for a source`)
    // The replacements keep line numbers.
    const plain = text
      .replaceAll(/\/{3,}(?=[^\S\n]*<)/g, '//')
      .replaceAll(/@jsx(?=ImportSource|Runtime|Frag|\b)/g, '@ jsx')
    for (const request of requestsOf(file, plain))
      if (!isPackage(request) && !isInside(file, request)) throw new StrangeSource(`${file} asks for "${request}"`)
    return [file, plain]
  })
  return Object.fromEntries(readable)
}

/**
 * The sent sources in a form that is safe to compile on this host: they can refer to their own files and to packages,
 * and to nothing else of this machine.
 * @throws StrangeSource
 */
export function readableTypes({ sources, packages = {} }: ReleaseTypes): ReleaseTypes {
  const read = Object.entries(packages).map(([name, about]) => {
    const isPlain = Object.values(about.entries).every((file) => Object.hasOwn(about.files, file))
    if (!/^@helioport\/[a-z][a-z0-9-]*$/.test(name) || !isPlain)
      throw new StrangeSource(`"${name}" is no package of the portal`)
    return [name, { ...about, files: readableFiles(about.files, /\.d\.ts$/) }] as const
  })
  const own = sources === undefined ? {} : { sources: { ...sources, files: readableFiles(sources.files, /\.tsx?$/) } }
  return { ...own, packages: Object.fromEntries(read) }
}
