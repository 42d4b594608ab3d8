import { writeFile } from 'node:fs/promises'
import { type Disk, realDisk } from '../store/disk.ts'

/**
 * What happens at one step of a disk: `full`: no room from then on; `dead`: nothing happens any more, as after a kill;
 * `killed`: this process is.
 */
export type Failure = 'full' | 'dead' | 'killed'

export interface FailingDisk extends Disk {
  /** Steps that were taken or tried. */
  steps: () => number
}

const noRoom = () => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })

/** The real disk until step `at` (from 1), where it fails. A file that is written then is cut short. */
export function failingDisk(at: number, failure: Failure): FailingDisk {
  let taken = 0
  const step = (needsRoom: boolean) => {
    taken += 1
    const isOver = taken >= at
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
        if (isFirst) await writeFile(file, content.slice(0, content.length / 2), { flag: 'wx', mode })
        throw error
      }
      await realDisk.writeNew(file, content, mode)
    },
    async rename(from, to) {
      step(false)
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
    syncFolder: realDisk.syncFolder,
  }
}
