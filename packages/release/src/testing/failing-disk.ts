import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Disk, realDisk } from '../store/disk.ts'

/**
 * Failure of a disk at one step: `full`: no space from then on; `dead`: every later step fails, as after a kill;
 * `power`: the same, and names without a sync of their folder are lost; `killed`: ends this process.
 */
export type Failure = 'full' | 'dead' | 'power' | 'killed'

export interface FailingDisk extends Disk {
  /** Number of steps that were tried. */
  steps: () => number
}

const noRoom = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

/** A new name in a folder, which is lost in a power cut until the folder is synced. */
interface NewName {
  path: string
  /** Where it was before, if it was renamed. */
  from?: string
  /** Content of the file that it replaced. */
  former?: Buffer | undefined
}

/** Names that a power cut would lose. */
class UnsyncedNames {
  #names: NewName[] = []

  written(path: string): void {
    this.#names.push({ path })
  }

  /** Before it is renamed. */
  renames(from: string, path: string): void {
    const isFile = existsSync(path) && statSync(path).isFile()
    this.#names.push({ path, from, former: isFile ? readFileSync(path) : undefined })
  }

  synced(folder: string): void {
    const kept = this.#names.filter(({ path }) => dirname(path) === folder)
    this.#names = this.#names.filter(({ path }) => dirname(path) !== folder)
    // Unsynced names inside a folder move with it.
    for (const { from, path } of kept)
      for (const name of this.#names)
        if (from !== undefined && dirname(name.path) === from) name.path = path + name.path.slice(from.length)
  }

  lose(): void {
    for (const { path, from, former } of this.#names.splice(0).toReversed()) {
      if (!existsSync(path)) continue
      if (from === undefined) rmSync(path)
      else renameSync(path, from)
      if (former !== undefined) writeFileSync(path, former)
    }
  }
}

/** The real disk until step `at` (from 1), which fails. A file that is being written then is cut short. */
export function failingDisk(at: number, failure: Failure): FailingDisk {
  let taken = 0
  const unsynced = new UnsyncedNames()
  const step = (needsRoom: boolean) => {
    taken += 1
    const isOver = taken >= at
    if (isOver && failure === 'power') {
      unsynced.lose()
      throw new Error('the power was cut here')
    }
    if (isOver && failure === 'killed') process.kill(process.pid, 'SIGKILL')
    if (isOver && failure === 'dead') throw new Error('the process was killed here')
    if (isOver && needsRoom) throw noRoom()
  }
  return {
    steps: () => taken,
    makeFolder: async (path, mode) => realDisk.makeFolder(path, mode),
    async writeNew(file, content, mode) {
      const isFirst = taken + 1 === at
      try {
        step(true)
      } catch (error) {
        if (isFirst && failure !== 'power')
          await writeFile(file, content.slice(0, content.length / 2), { flag: 'wx', mode })
        throw error
      }
      await realDisk.writeNew(file, content, mode)
      unsynced.written(file)
    },
    async rename(from, to) {
      step(false)
      unsynced.renames(from, to)
      await realDisk.rename(from, to)
    },
    async link(from, to) {
      step(true)
      await realDisk.link(from, to)
    },
    async remove(path) {
      step(false)
      await realDisk.remove(path)
    },
    async empty(file) {
      step(false)
      await realDisk.empty(file)
    },
    touch: realDisk.touch,
    async syncFolder(path) {
      await realDisk.syncFolder(path)
      unsynced.synced(path)
    },
  }
}
