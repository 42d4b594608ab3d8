import { dataFolderFor, lockDataFolder, openDataFolder, startOver } from './data-folder.ts'
import type { Steps } from './steps.ts'

/** Opens (with `fresh`: empties) and locks a portal's data folder and prints its path. @returns the path */
export function openForPortal(
  options: { data: string; fresh: boolean },
  steps: Steps,
  onEnd: (work: () => void) => void,
): string {
  const data = dataFolderFor(options.data, process.getuid?.() === 0)
  if (data !== options.data) {
    steps.note(`${options.data} cannot be reached by the database, which does not run as root; using ${data}.`)
  }
  openDataFolder(data)
  let unlock = lockDataFolder(data, process.pid)
  if (options.fresh) {
    startOver(data)
    openDataFolder(data)
    unlock = lockDataFolder(data, process.pid)
  }
  onEnd(() => unlock())
  steps.note(`All data lies in ${data} (--fresh starts over).`)
  return data
}
