import { dirname, posix } from 'node:path'
import { parseSync } from 'oxc-parser'

/** How the compiler sees an exported name. */
export interface Exported {
  value: boolean
  type: boolean
  /** Number of type parameters, and how many of them are required. */
  parameters: number
  required: number
  /** Declaring file; empty if it is in another package. */
  file: string
}

const none: Exported = { value: false, type: false, parameters: 0, required: 0, file: '' }
const merged = (a: Exported, b: Exported): Exported => ({
  value: a.value || b.value,
  type: a.type || b.type,
  parameters: Math.max(a.parameters, b.parameters),
  required: Math.max(a.required, b.required),
  file: b.file,
})

type Program = ReturnType<typeof parseSync>['program']
type Statement = Program['body'][number]
interface Declared {
  type: string
  id?: { name?: string } | null
  declarations?: { id: { name?: string } }[]
  typeParameters?: { params: { default?: unknown }[] } | null
}

const isValue = new Set(['VariableDeclaration', 'TSDeclareFunction', 'FunctionDeclaration', 'ClassDeclaration', 'TSEnumDeclaration', 'TSModuleDeclaration']) // prettier-ignore
const isType = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration', 'TSEnumDeclaration'])

/** Names that a statement declares. */
function declaredBy(node: Declared, file: string): [string, Exported][] {
  if (!isValue.has(node.type) && !isType.has(node.type)) return []
  const params = isType.has(node.type) ? (node.typeParameters?.params ?? []) : []
  const about: Exported = {
    value: isValue.has(node.type),
    type: isType.has(node.type),
    parameters: params.length,
    required: params.filter((param) => param.default == null).length,
    file,
  }
  const names = node.declarations?.map(({ id }) => id.name) ?? [node.id?.name]
  return names.flatMap((name): [string, Exported][] => (name === undefined ? [] : [[name, about]]))
}

interface ModuleNames {
  local: Map<string, Exported>
  /** Imports from other files: local name -> [request, name there]. */
  imported: Map<string, [string, string]>
  body: readonly Statement[]
}

function readModule(file: string, text: string): ModuleNames {
  const { program, module } = parseSync(file, text)
  const local = new Map<string, Exported>()
  for (const statement of program.body) {
    const inner = 'declaration' in statement && statement.declaration ? statement.declaration : statement
    for (const [name, about] of declaredBy(inner as unknown as Declared, file))
      local.set(name, merged(local.get(name) ?? none, about))
  }
  const imported = new Map<string, [string, string]>()
  for (const { moduleRequest, entries } of module.staticImports)
    for (const { importName, localName } of entries)
      imported.set(localName.value, [moduleRequest.value, importName.name ?? '*'])
  return { local, imported, body: program.body }
}

const nameOf = (node: { name?: string; value?: unknown }) => node.name ?? String(node.value)

/** Exports of a declaration file, re-exports included. `files`: text by path. */
export function exportedNames(files: ReadonlyMap<string, string>, entry: string): Map<string, Exported> {
  const modules = new Map<string, ModuleNames>()
  const moduleAt = (file: string) => {
    const known = modules.get(file) ?? readModule(file, files.get(file) ?? '')
    modules.set(file, known)
    return known
  }
  const foreign: Exported = { ...none, value: true }

  function of(file: string, trail: readonly string[]): Map<string, Exported> {
    const found = new Map<string, Exported>()
    if (trail.includes(file)) return found
    const { local, imported, body } = moduleAt(file)
    const from = (request: string) =>
      request.startsWith('.')
        ? of(`${posix.join(dirname(file), request.replace(/\.js$/, ''))}.d.ts`, [...trail, file])
        : undefined
    const lookUp = (name: string): Exported => {
      const [request, origin] = imported.get(name) ?? []
      if (request === undefined || origin === undefined) return local.get(name) ?? foreign
      return origin === '*' ? foreign : (from(request)?.get(origin) ?? foreign)
    }
    for (const statement of body) {
      if (statement.type === 'ExportAllDeclaration') {
        if (statement.exported !== null) found.set(nameOf(statement.exported), foreign)
        else
          for (const [name, about] of from(statement.source.value) ?? [])
            if (name !== 'default')
              found.set(name, statement.exportKind === 'type' ? { ...about, value: false } : about)
      } else if (statement.type === 'ExportDefaultDeclaration') found.set('default', foreign)
      else if (statement.type === 'ExportNamedDeclaration') {
        for (const [name, about] of declaredBy((statement.declaration ?? {}) as unknown as Declared, file))
          found.set(name, merged(found.get(name) ?? none, about))
        for (const specifier of statement.specifiers) {
          const origin = nameOf(specifier.local)
          const about =
            statement.source === null ? lookUp(origin) : (from(statement.source.value)?.get(origin) ?? foreign)
          const typeOnly = statement.exportKind === 'type' || specifier.exportKind === 'type'
          found.set(nameOf(specifier.exported), typeOnly ? { ...about, value: false, type: true } : about)
        }
      }
    }
    return found
  }
  return of(entry, [])
}
