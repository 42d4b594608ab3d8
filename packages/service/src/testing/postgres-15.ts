import { execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openDatabase } from '../database/database.ts'

/** Where distributions put it, then the path. */
const folders = ['/usr/lib/postgresql/15/bin', ...(process.env.PATH ?? '').split(delimiter)]

/** Folder of the programs of a PostgreSQL 15 on this machine, or null. */
export function findPostgres15(): string | null {
  const has15 = (folder: string) => {
    const server = join(folder, 'postgres')
    if (!existsSync(server) || !existsSync(join(folder, 'initdb'))) return false
    return / 15\./.test(execFileSync(server, ['--version'], { encoding: 'utf8' }))
  }
  return folders.find(has15) ?? null
}

export interface Postgres15 {
  databaseUrl: string
  stop: () => Promise<void>
}

/** A server of its own folder, reached through a socket there; `stop` ends it and removes the folder. About 2 s. */
export async function startPostgres15(bin: string): Promise<Postgres15> {
  const folder = mkdtempSync(join(tmpdir(), 'helioport-15-'))
  const cluster = join(folder, 'cluster')
  mkdirSync(cluster, { mode: 0o700 })
  // PostgreSQL refuses to run as root.
  const runAs = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (runAs.uid !== undefined) for (const path of [folder, cluster]) chownSync(path, runAs.uid, runAs.gid)
  const options = { ...runAs, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } }
  execFileSync(join(bin, 'initdb'), ['-D', cluster, '-U', 'helioport', '-E', 'UTF8', '-A', 'trust', '-N'], options)
  const settings = ['listen_addresses=', `unix_socket_directories=${folder}`, 'fsync=off']
  const server = spawn(join(bin, 'postgres'), ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])], {
    ...options,
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => server.on('exit', () => resolve()))
  const databaseUrl = `postgres://helioport@localhost/postgres?host=${encodeURIComponent(folder)}`
  const stop = async () => {
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const db = openDatabase(databaseUrl)
  try {
    while (!(await db.pool.query('select 1').catch(() => null))) {
      if (server.exitCode !== null) throw new Error(`${bin}/postgres ended with ${server.exitCode}`)
      await wait(20)
    }
  } catch (error) {
    await stop()
    throw error
  } finally {
    await db.close()
  }
  return { databaseUrl, stop }
}
