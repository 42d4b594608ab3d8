import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix } from 'node:path'
import { bin, runKept } from '../test/program.ts'
import { codeOf, type Declarations, sameDeclarations } from './declarations.ts'
import { type Exported, exportedNames } from './exported-names.ts'

export interface Difference {
  /** Changes that break a user's compilation, in words. */
  broken: string[]
  /** `./table: Cards` */
  added: string[]
  /** Whether any declaration has changed other than in comments, even if nothing is broken or added. */
  changed: boolean
}

/**
 * `Fits`: the new type can replace the old one. `Known`: the new type reduced to the old one's fields, so that
 * additional fields are ignored, while a narrower field still counts.
 */
const helpers = `type Fits<New extends Old, Old> = New | Old
type Known<New, Old> = Old extends (...args: never[]) => unknown ? New
  : Old extends readonly (infer OldItem)[] ? New extends readonly (infer NewItem)[] ? readonly Known<NewItem, OldItem>[] : New
  : Old extends object ? New extends object
    ? { [Key in keyof Pick<New, keyof New & keyof Old>]: Known<New[Key], Key extends keyof Old ? Old[Key] : never> } : New
  : New
`

/** Types that are only passed to a package and never returned: a union may grow. */
const onlyGiven: readonly string[] = ['EndpointName', 'ReadName', 'WriteName']

/** One type check of the comparison, and its subject. */
interface Check {
  code: string
  /** `@helioport/ui/table: Cards` */
  about: string
  /** Whether its declarations in its own package have changed. */
  reads: () => boolean
}

/** Checks of one file, in the order of its lines. */
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

/**
 * Writes the declarations of one version next to each other, so that they resolve each other and not the other
 * version's.
 */
function layDeclarations(folder: string, time: 'old' | 'new', packages: readonly Declarations[]): void {
  for (const { name, entries, files } of packages) {
    const home = join(folder, time, 'node_modules', name)
    for (const [file, text] of files) {
      mkdirSync(dirname(join(home, file)), { recursive: true })
      writeFileSync(join(home, file), text)
    }
    const exports = Object.fromEntries(Object.entries(entries).map(([entry, file]) => [entry, { types: `./${file}` }]))
    // The compiler merges two packages of the same name and version.
    const version = time === 'old' ? '1.0.0' : '2.0.0'
    writeFileSync(join(home, 'package.json'), JSON.stringify({ name, version, type: 'module', exports }))
  }
}

/** Links the libraries whose types the packages use; the workspace has one version of each. */
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

/** Exports of one package before and after: missing ones, new ones, and the checks for the compiler. */
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
 * How packages differ for a user's compiler. `before` and `after`: all packages of one version, which may use each
 * other; `libraries`: folders `node_modules` with the types of other packages.
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
      const difference = { broken, added, changed: is === undefined || !sameDeclarations(was, is) }
      found.set(was.name, difference)
      for (const { code, checks } of modules) {
        const file = `check-${told.size}.ts`
        writeFileSync(join(folder, file), code)
        told.set(file, { difference, checks })
      }
    }
    // A change of one package may break another package whose own text is unchanged.
    if ([...found.values()].some(({ changed }) => changed)) await noteBroken(folder, told, before)
    return found
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Text of a declaration file and of all files of the package that it imports. */
function textBehind({ files }: Declarations, from: string): string {
  const reached = new Map<string, string>()
  const waiting = [from]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const text = files.get(file)
    if (text === undefined || reached.has(file)) continue
    reached.set(file, codeOf(text))
    for (const [, request = ''] of text.matchAll(/['"](\.[^'"]+)\.js['"]/g)) waiting.push(`${posix.join(dirname(file), request)}.d.ts`) // prettier-ignore
  }
  return JSON.stringify([...reached].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const objection = /^(?:\S*\/)?(check-\d+\.ts)\((\d+),\d+\): error (TS\d+): (.*(?:\n {2,}.*)*)/gm
/** A type of another package with unknown parameters is checked with that package. */
const unknownParameters = new Set(['TS2314', 'TS2315'])

/** Errors of the compiler by check. */
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
 * Runs the compiler and notes each error with the export it is about. Some types (generic functions over a table) do
 * not even match themselves: for these the text is compared.
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
