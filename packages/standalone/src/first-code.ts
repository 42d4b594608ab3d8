import { createHash, randomInt } from 'node:crypto'
import { apiBasePath, firstAccountSigns, newSpokenCode, paths, plainCode } from '@helioport/contract'

/** One-time code for the first account: it is shown to a person, and the service gets only its hash. */
export interface FirstCode {
  code: string
  hash: string
}

export function newFirstCode(pick: (max: number) => number = randomInt): FirstCode {
  const code = newSpokenCode(firstAccountSigns, pick)
  return { code, hash: createHash('sha256').update(plainCode(code)).digest('hex') }
}

/** Whether the portal has no account yet. */
export async function isFirstRun(service: string): Promise<boolean> {
  const reply = await fetch(`${service}${apiBasePath}/first-run`, { signal: AbortSignal.timeout(10_000) })
  const { data } = (await reply.json()) as { data?: { isOpen?: boolean } }
  return data?.isOpen === true
}

/** Text printed with the code. */
export const firstRunText = (url: string, { code }: FirstCode): string =>
  `There is no account yet. Open ${url}/#${paths.firstRun()} and enter the code\n\n    ${code}\n\nIt is good for one account, until the next start.`
