import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { layoutOf } from './layout.ts'

/** Whether a release store lies in a folder: anything that only a store has. */
function isStore(folder: string): boolean {
  const { index, audit, keys, change } = layoutOf(folder)
  return [index, audit, keys, change, join(folder, 'pointers')].some((path) => existsSync(path))
}

/**
 * The folder of the release store that `--data` means: the portal's data folder, as `npm start` has it, in which it is
 * `releases`, or that folder itself. With `init` it may be new.
 * @throws Error where there is no store, and none is to be made
 */
export function findStore(data: string, init: boolean): string {
  const inner = basename(data) === 'releases' ? data : join(data, 'releases')
  for (const folder of [data, inner]) if (isStore(folder)) return folder
  if (init) return inner
  throw new Error(`there is no release store in ${inner}; name the folder that npm start uses with --data, or make a store there with --init`) // prettier-ignore
}
