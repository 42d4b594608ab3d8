import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { bin, runKept } from '../test/program.ts'
import type { Declarations } from './declarations.ts'
import { type Exported, exportedNames } from './exported-names.ts'

export interface Difference {
  /** What no longer compiles at somebody who uses it, in words. */
  broken: string[]
  /** `./table: Cards` */
  added: string[]
  /** Whether any declaration reads otherwise, though nothing is broken or added. */
  changed: boolean
}

/**
 * `Fits`: whoever takes the old one can be given the new one. `Known`: the new type with the fields that the old one has,
 * so that a further field does not count, and one that takes less does.
 */
const helpers = `type Fits<New extends Old, Old> = New | Old
type Known<New, Old> = Old extends (...args: never[]) => unknown ? New
  : Old extends readonly (infer OldItem)[] ? New extends readonly (infer NewItem)[] ? readonly Known<NewItem, OldItem>[] : New
  : Old extends object ? New extends object
    ? { [Key in keyof Pick<New, keyof New & keyof Old>]: Known<New[Key], Key extends keyof Old ? Old[Key] : never> } : New
  : New
`

/** Types of what is given to a package and never comes from it: one more name is one that can be given. */
const onlyGiven: readonly string[] = ['EndpointName', 'ReadName', 'WriteName']

/** A line of the comparison, and what it is about. */
interface Check {
  code: string
  /** `@helioport/ui/table: Cards` */
  about: string
  /** Whether what it is made of in its own package reads otherwise. */
  reads: () => boolean
}

/** Checks of one file, in the order of their lines. */
interface Checked {
  difference: Difference
  checks: readonly Check[]
}

function checksOf(label: string, name: string, before: Exported, after: Exported, reads: () => boolean): Check[] {
  const checks: Check[] = []
  const add = (code: string) => checks.push({ code, about: `${label}: ${name}`, reads })
  const at = `['${name}']`
  if (before.value && after.value) add(`Fits<(typeof New)${at}, (typeof Old)${at}>`)
  if (before.type && after.type && /^[\w$]+$/.test(name) && name !== 'default') {
    const given =
      before.parameters === 0 ? '' : `<${Array.from({ length: before.parameters }, () => 'any').join(', ')}>`
    if (!onlyGiven.includes(name)) add(`Fits<New.${name}${given}, Old.${name}${given}>`)
    add(`Fits<Old.${name}${given}, Known<New.${name}${given}, Old.${name}${given}>>`)
  }
  return checks
}

/** Lays the declarations of one time beside each other, so that they find each other and not those of the other time. */
function layDeclarations(folder: string, time: 'old' | 'new', packages: readonly Declarations[]): void {
  for (const { name, entries, files } of packages) {
    const home = join(folder, time, 'node_modules', name)
    for (const [file, text] of files) {
      mkdirSync(dirname(join(home, file)), { recursive: true })
      writeFileSync(join(home, file), text)
    }
    const exports = Object.fromEntries(Object.entries(entries).map(([entry, file]) => [entry, { types: `./${file}` }]))
    // Two packages of one name and version are one to the compiler.
    const version = time === 'old' ? '1.0.0' : '2.0.0'
    writeFileSync(join(home, 'package.json'), JSON.stringify({ name, version, type: 'module', exports }))
  }
}

/** The libraries whose types the packages name: of all packages of the workspace, which have one version of each. */
function linkLibraries(folder: string, libraries: readonly string[]): void {
  for (const modules of libraries) {
    if (!existsSync(modules)) continue
    const names = readdirSync(modules).flatMap((name) =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
    )
    for (const name of names) {
      const link = join(folder, 'node_modules', name)
      if (name.startsWith('.') || name.startsWith('@helioport/') || existsSync(link)) continue
      mkdirSync(dirname(link), { recursive: true })
      symlinkSync(join(modules, name), link)
    }
  }
}

const compilerSettings = (folder: string) => ({
  compilerOptions: {
    target: 'ES2024',
    module: 'ESNext',
    moduleResolution: 'bundler',
    lib: ['ES2024', 'DOM', 'DOM.Iterable'],
    jsx: 'react-jsx',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: existsSync(join(folder, 'node_modules/@types/node')) ? ['node'] : [],
  },
  include: ['*.ts'],
})

/** Names of one package before and after: what is gone, what came, and what the compiler has to compare. */
function namesOf(before: Declarations, after: Declarations) {
  const broken: string[] = []
  const added: string[] = []
  const modules: { code: string; checks: Check[] }[] = []
  for (const [entry, file] of Object.entries(before.entries)) {
    const next = after.entries[entry]
    const label = `${before.name}${entry.slice(1)}`
    if (next === undefined) {
      broken.push(`${label}: the entry is gone`)
      continue
    }
    const [was, is] = [exportedNames(before.files, file), exportedNames(after.files, next)]
    const checks = [...was].flatMap(([name, about]) => {
      const now = is.get(name)
      const isGone = now === undefined || (about.value && !now.value) || (about.type && !now.type)
      if (isGone) broken.push(`${label}: ${name} is gone`)
      else if (about.parameters > 0 && (now.required > about.parameters || now.parameters < about.parameters))
        broken.push(`${label}: ${name} takes other type parameters`)
      if (isGone || now.parameters < about.parameters || now.required > about.parameters) return []
      const reads = () => textBehind(before, about.file) !== textBehind(after, now.file)
      return checksOf(label, name, about, now, reads)
    })
    added.push(...[...is.keys()].filter((name) => !was.has(name)).map((name) => `${label}: ${name}`))
    const from = (time: string, path: string) =>
      `./${time}/node_modules/${before.name}/${path.replace(/\.d\.ts$/, '.js')}`
    const head = `import type * as Old from '${from('old', file)}'\nimport type * as New from '${from('new', next)}'\n${helpers}`
    const lines = checks.map(({ code }, i) => `export type Check${i} = ${code}`)
    modules.push({ code: `${head}${lines.join('\n')}\n`, checks })
  }
  added.push(...Object.keys(after.entries).filter((entry) => before.entries[entry] === undefined).map((entry) => `${after.name}${entry.slice(1)}`)) // prettier-ignore
  return { broken, added, modules }
}

const headLines = 2 + helpers.split('\n').length - 1

/**
 * How packages differ, as somebody's compiler would see it. `before` and `after`: all packages of one time, each by the
 * side of those that it uses; `libraries`: folders `node_modules` with the types of others.
 */
export async function comparePackages(
  before: readonly Declarations[],
  after: readonly Declarations[],
  libraries: readonly string[],
): Promise<Map<string, Difference>> {
  const folder = mkdtempSync(join(tmpdir(), 'declarations-'))
  try {
    layDeclarations(folder, 'old', before)
    layDeclarations(folder, 'new', after)
    linkLibraries(folder, libraries)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(compilerSettings(folder)))
    const found = new Map<string, Difference>()
    const told = new Map<string, Checked>()
    for (const was of before) {
      const is = after.find(({ name }) => name === was.name)
      const { broken, added, modules } = is === undefined ? { broken: [`${was.name} is gone`], added: [], modules: [] } : namesOf(was, is) // prettier-ignore
      const difference = { broken, added, changed: is === undefined || !isSame(was, is) }
      found.set(was.name, difference)
      for (const { code, checks } of modules) {
        const file = `check-${told.size}.ts`
        writeFileSync(join(folder, file), code)
        told.set(file, { difference, checks })
      }
    }
    // What one package changed may show in another that reads as it did.
    if ([...found.values()].some(({ changed }) => changed)) await noteBroken(folder, told, before)
    return found
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function isSame(before: Declarations, after: Declarations): boolean {
  const textOf = ({ entries, files }: Declarations) => JSON.stringify([entries, [...files]].map((part) => part)).replaceAll(/\s+|\\n/g, '') // prettier-ignore
  return textOf(before) === textOf(after)
}

/** All that a declaration file of a package says, by itself and through the others of that package. */
function textBehind({ files }: Declarations, from: string): string {
  const reached = new Map<string, string>()
  const waiting = [from]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const text = files.get(file)
    if (text === undefined || reached.has(file)) continue
    reached.set(file, text.replaceAll(/\s+/g, ''))
    for (const [, request = ''] of text.matchAll(/['"](\.[^'"]+)\.js['"]/g)) waiting.push(`${posix.join(dirname(file), request)}.d.ts`) // prettier-ignore
  }
  return JSON.stringify([...reached].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const objection = /^(?:\S*\/)?(check-\d+\.ts)\((\d+),\d+\): error (TS\d+): (.*(?:\n {2,}.*)*)/gm
/** A type of another package whose parameters are not known here is that package's own matter. */
const unknownParameters = new Set(['TS2314', 'TS2315'])

/** What the compiler objects to: the check, and its words. */
async function objectionsOf(folder: string, told: ReadonlyMap<string, Checked>) {
  const { output } = await runKept(bin('tsc'), ['-p', folder, '--pretty', 'false'])
  const found = new Map<Check, { difference: Difference; words: string[] }>()
  for (const [, file = '', line = '', code = '', message = ''] of output.matchAll(objection)) {
    const { difference, checks } = told.get(file) ?? {}
    const check = checks?.[Number(line) - headLines - 1]
    if (difference === undefined || check === undefined || unknownParameters.has(code)) continue
    found.set(check, { difference, words: message.split('\n').map((text) => text.trim().slice(0, 240)) })
  }
  return found
}

/**
 * Asks the compiler, and notes each of its objections with the name that it is about. There are types (of generic
 * functions over a table) that it does not even find like themselves: of these the text decides.
 */
async function noteBroken(
  folder: string,
  told: ReadonlyMap<string, Checked>,
  before: readonly Declarations[],
): Promise<void> {
  const objections = await objectionsOf(folder, told)
  if (objections.size === 0) return
  layDeclarations(folder, 'new', before)
  const unlikeThemselves = await objectionsOf(folder, told)
  const seen = new Set<string>()
  for (const [check, { difference, words }] of objections) {
    if (seen.has(check.about) || (unlikeThemselves.has(check) && !check.reads())) continue
    seen.add(check.about)
    difference.broken.push([`${check.about} no longer fits`, ...words.slice(1, 5)].join('\n    '))
  }
}
