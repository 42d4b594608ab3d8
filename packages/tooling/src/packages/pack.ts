import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { parse } from 'yaml'
import { atATime, root, runKept } from '../test/program.ts'
import { comparePackages } from './compare.ts'
import { readDeclarations, readReport, reportText, sameDeclarations } from './declarations.ts'
import { emitPackage } from './emit.ts'
import { objectionTo } from './judge.ts'
import { packedManifest } from './manifest.ts'
import { published, readManifest } from './published.ts'

const folderOf = (name: string) => join(root, 'packages', name)
/** Declarations of the last published versions. */
const kept = join(root, 'packages/tooling/public')
const reportFile = (name: string, reports = kept) => join(reports, `${name}.txt`)
const npm = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js')

/** Missing documents: a user of a tarball has nothing else. */
function papersOf(name: string, version: string): string[] {
  const folder = folderOf(name)
  const changes = join(folder, 'CHANGELOG.md')
  const hasChange = existsSync(changes) && readFileSync(changes, 'utf8').includes(`## ${version}`)
  return [
    ...(existsSync(join(folder, 'README.md')) ? [] : [`${name} has no README.md`]),
    ...(hasChange ? [] : [`CHANGELOG.md of ${name} says nothing of ${version}`]),
  ]
}

/** Writes the content of a package's tarball into `home`. */
async function lay(
  name: string,
  without: readonly string[],
  home: string,
  versions: Parameters<typeof packedManifest>[1],
) {
  const folder = folderOf(name)
  mkdirSync(home, { recursive: true })
  await emitPackage(folder, join(home, 'dist'), without)
  for (const file of ['README.md', 'CHANGELOG.md']) if (existsSync(join(folder, file))) cpSync(join(folder, file), join(home, file)) // prettier-ignore
  const manifest = packedManifest(readManifest(folder), versions)
  writeFileSync(join(home, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

export interface Packed {
  name: string
  version: string
  /** Absolute path. */
  tarball: string
  /** Folder with the tarball's content. */
  folder: string
}

/** Builds all published packages into `output`: a folder and a tarball for each. */
export async function packPackages(output: string): Promise<Packed[]> {
  const { catalog } = parse(readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')) as {
    catalog: Record<string, string>
  }
  const manifests = published.map(({ name }) => readManifest(folderOf(name)))
  const own = Object.fromEntries(manifests.map(({ name, version }) => [name, version]))
  rmSync(output, { recursive: true, force: true })
  await atATime(2, [...published], ({ name, without = [] }) => lay(name, without, join(output, name), { own, catalog }))
  const homes = published.map(({ name }) => join(output, name))
  const { code, output: said } = await runKept(npmCommand, [...npmArguments, 'pack', '--silent', '--pack-destination', output, ...homes]) // prettier-ignore
  if (code !== 0) throw new Error(`npm pack: ${said}`)
  return manifests.map(({ name, version }, at) => {
    const tarball = join(output, `${name.slice(1).replace('/', '-')}-${version}.tgz`)
    return { name, version, tarball, folder: homes[at] ?? '' }
  })
}

/** The workspace's Node comes without npm. */
const npmCommand = existsSync(npm) ? process.execPath : 'npm'
const npmArguments = existsSync(npm) ? [npm] : []

/** Objections to a publication: version numbers that are too low for the changes, missing documents. */
export async function objectionsTo(packages: readonly Packed[]): Promise<string[]> {
  const after = packages.map(({ folder }) => readDeclarations(folder))

  const reports = published.map(({ name }) => reportFile(name)).filter((file) => existsSync(file))
  const before = reports.map((file) => readReport(readFileSync(file, 'utf8')))
  const libraries = published.map(({ name }) => join(folderOf(name), 'node_modules'))
  const differences = await comparePackages(before, after, [...libraries, join(root, 'node_modules')])
  const versions = before.flatMap((was) => {
    const [is, difference] = [after.find(({ name }) => name === was.name), differences.get(was.name)]
    if (is === undefined || difference === undefined) return [`${was.name} is published no more`]
    return objectionTo(was.name, is.version, was.version, difference) ?? []
  })
  const papers = published.flatMap(({ name }, at) => papersOf(name, after[at]?.version ?? ''))
  return [...versions, ...papers]
}

/**
 * Keeps the declarations for comparison with the next version. A version that is kept already stays as it is.
 * @throws Error where it is kept with other declarations: it may be published already
 */
export function keepReports(packages: readonly Pick<Packed, 'folder'>[], reports = kept): void {
  const texts = packages.map(({ folder }) => ({ file: reportFile(basename(folder), reports), is: readDeclarations(folder) })) // prettier-ignore
  const keptAs = ({ file, is }: (typeof texts)[number]) => {
    const was = existsSync(file) ? readReport(readFileSync(file, 'utf8')) : undefined
    return was?.version === is.version ? was : undefined
  }
  const changed = texts.filter((text) => {
    const was = keptAs(text)
    return was !== undefined && !sameDeclarations(was, text.is)
  })
  if (changed.length > 0)
    throw new Error(`published already, with other declarations: ${changed.map(({ is }) => `${is.name} ${is.version}`).join(', ')}; what changed since needs a later version`) // prettier-ignore
  mkdirSync(reports, { recursive: true })
  for (const text of texts) if (keptAs(text) === undefined) writeFileSync(text.file, reportText(text.is))
}
