import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runKept } from '../test/program.ts'

/** The functions of a repository's installed remote-kit that are used here. */
interface Kit {
  keyCredentials: (pem: string, url: string) => object
  packArchive: (files: ReadonlyMap<string, Buffer>) => Promise<Buffer>
  sendRelease: (url: string, credentials: object, upload: object) => Promise<{ told?: string[] }>
  askHost: (url: string, path: string, credentials: object, asked?: object) => Promise<object>
}
interface Project {
  builtFiles: (folder: string) => Map<string, Buffer>
  lockfileOf: (folder: string) => Buffer
}

/** A team's repository, with its part, its lockfile and its key. */
export interface Repository {
  part: string
  folder: string
  /** Replaces text in one of its files. */
  edit: (file: string, from: string, to: string) => void
  /** Changes the page visibly. */
  change: (mark: string) => void
  /** Builds, uploads and promotes to everybody: `done`, or the host's message. */
  release: () => Promise<string>
  /** Remarks of the host's gate on the last upload that were no objections. */
  told: () => readonly string[]
  /** Sends one request with its key: `done`, or status and message. */
  ask: (path: string, body?: object) => Promise<string>
  /** Uploads another repository's build with this repository's key. */
  sendAs: (other: Repository) => Promise<string>
  /** Begins an upload and abandons it. */
  begin: (mark: number) => Promise<string>
}

const answerOf = async (work: Promise<object>): Promise<string> =>
  work.then(
    () => 'done',
    (error: Error & { status?: number }) => `${error.status ?? 'error'} ${error.message}`,
  )

/** Links each installed package of `from` separately, so that a single one can be replaced. */
export function linkModules(from: string, to: string): void {
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)]
    if (name.startsWith('@')) linkModules(source, target)
    else {
      mkdirSync(dirname(target), { recursive: true })
      symlinkSync(source, target)
    }
  }
}

/** Replaces an installed package by a copy with a changed file. */
export function exchangePackage(folder: string, name: string, file: string, from: string, to: string): void {
  const home = join(folder, 'node_modules', name)
  const copy = join(folder, 'exchanged', name)
  cpSync(home, copy, { recursive: true, dereference: true })
  const text = readFileSync(join(copy, file), 'utf8')
  if (!text.includes(from)) throw new Error(`${name}/${file} does not hold "${from}"`)
  rmSync(home)
  cpSync(copy, home, { recursive: true })
  rmSync(join(folder, 'exchanged'), { recursive: true })
  rmSync(join(home, file))
  writeFileSync(join(home, file), text.replace(from, to))
}

/** The repository in `folder`, with installed packages; `key`: its team's key for the host. */
export async function openRepository(part: string, folder: string, url: string, key: string): Promise<Repository> {
  const kitFolder = join(folder, 'node_modules/@helioport/remote-kit/dist')
  const load = async (file: string) => (await import(pathToFileURL(join(kitFolder, file)).href)) as object
  const [kit, project] = (await Promise.all([load('index.js'), load('project.js')])) as [Kit, Project]
  const credentials = kit.keyCredentials(key, url)
  const ask = (path: string, body?: object) =>
    answerOf(kit.askHost(url, path, credentials, body === undefined ? {} : { method: 'POST', body }))

  const upload = async (of: string) => {
    const { name, release } = JSON.parse(readFileSync(join(of, 'dist/build.json'), 'utf8')) as { name: string; release: string } // prettier-ignore
    const archive = await kit.packArchive(project.builtFiles(of))
    const source = { repository: `https://git.example/${part}`, commit: null, subject: null, dirty: null }
    return { part: name, release, archive, source, lockfile: project.lockfileOf(folder), builtAt: '2026-11-23T12:00:00.000Z' } // prettier-ignore
  }

  let told: readonly string[] = []

  async function release(): Promise<string> {
    const bundler = join(folder, 'node_modules/@rspack/cli/bin/rspack.js')
    rmSync(join(folder, 'dist'), { recursive: true, force: true })
    const { code, output } = await runKept(process.execPath, [bundler, 'build', '--mode', 'production'], {}, folder)
    if (code !== 0) return output
    const sent = await upload(folder)
    const answer = await answerOf(
      kit.sendRelease(url, credentials, sent).then((stored) => {
        told = stored.told ?? []
        return stored
      }),
    )
    if (answer !== 'done') return answer
    return ask('/releases/team/promote', { part, release: sent.release, reason: 'a new state' })
  }

  return {
    part,
    folder,
    ask,
    release,
    told: () => told,
    edit: (file, from, to) => {
      const path = join(folder, file)
      const text = readFileSync(path, 'utf8')
      if (!text.includes(from)) throw new Error(`${file} does not hold "${from}"`)
      writeFileSync(path, text.replace(from, to))
    },
    change: (mark) => writeFileSync(join(folder, 'src/overview/overview-page.module.css'), `.way { order: ${mark}; }\n`), // prettier-ignore
    sendAs: async (other) => answerOf(kit.sendRelease(url, credentials, await upload(other.folder))),
    begin: async (mark) => {
      const sent = { ...(await upload(folder)), archive: Buffer.from(`nothing ${mark}`) }
      const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex')
      const { archive, lockfile, ...about } = sent
      const statement = { ...about, sha256: hash(archive), bytes: archive.length, lockfile: hash(lockfile) }
      const signed = await (credentials as { sign: (text: string) => Promise<string> }).sign(JSON.stringify(statement))
      return ask('/releases/uploads', { statement: signed })
    },
  }
}
