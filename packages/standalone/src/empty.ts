import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { firstRunText, isFirstRun, newFirstCode } from './first-code.ts'
import { noteAt, type OpenPortal, openPortal, type PortalOptions } from './portal.ts'
import type { ProcessGroup } from './process-group.ts'
import type { Steps } from './steps.ts'

const mark = 'started-empty'

/**
 * Whether this portal has no virtual plants and no show. A portal that began empty stays empty; one with virtual plants
 * cannot become empty.
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

/** A portal without accounts, plants and show: the first account is made in the browser, by a one-time code. */
export async function startEmptyPortal(options: PortalOptions, steps: Steps, group: ProcessGroup): Promise<OpenPortal> {
  const first = newFirstCode()
  const portal = await openPortal({ ...options, serviceEnv: { FIRST_ACCOUNT_HASH: first.hash } }, steps, group)
  noteAt(portal, steps)
  if (await isFirstRun(portal.service)) steps.note(`\n${firstRunText(portal.url, first)}`)
  return portal
}
