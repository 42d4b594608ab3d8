import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstRunText, isFirstRun, newFirstCode } from './first-code.ts'
import { noteAt, type OpenPortal, openPortal, type PortalOptions } from './portal.ts'
import type { ProcessGroup } from './process-group.ts'
import type { Steps } from './steps.ts'

const mark = 'started-empty'

/**
 * Whether this portal has nothing of the virtual world: one that began so stays so, and one that began with virtual
 * plants does not become so.
 */
export function isEmptyFolder(data: string, asked: boolean): boolean {
  if (existsSync(join(data, 'accounts-created'))) {
    if (asked)
      throw new Error(`${data} has the virtual plants already; --data names another folder, --fresh starts over`)
    return false
  }
  if (asked) writeFileSync(join(data, mark), '')
  return existsSync(join(data, mark))
}

/** A portal without accounts, plants and anything for show: its first account is made in the browser, by a code. */
export async function startEmptyPortal(options: PortalOptions, steps: Steps, group: ProcessGroup): Promise<OpenPortal> {
  const first = newFirstCode()
  const portal = await openPortal({ ...options, serviceEnv: { FIRST_ACCOUNT_HASH: first.hash } }, steps, group)
  noteAt(portal, steps)
  if (await isFirstRun(portal.service)) steps.note(`\n${firstRunText(portal.url, first)}`)
  return portal
}
