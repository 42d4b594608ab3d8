import { createHash, randomInt } from 'node:crypto'
import { apiBasePath, firstAccountSigns, newSpokenCode, paths, plainCode } from '@helioport/contract'

/** What opens an empty portal to its first account: people are shown the code, the service knows its hash alone. */
export interface FirstCode {
  code: string
  hash: string
}

export function newFirstCode(pick: (max: number) => number = randomInt): FirstCode {
  const code = newSpokenCode(firstAccountSigns, pick)
  return { code, hash: createHash('sha256').update(plainCode(code)).digest('hex') }
}

/** Whether the portal waits for its first account. */
export async function isFirstRun(service: string): Promise<boolean> {
  const reply = await fetch(`${service}${apiBasePath}/first-run`, { signal: AbortSignal.timeout(10_000) })
  const { data } = (await reply.json()) as { data?: { isOpen?: boolean } }
  return data?.isOpen === true
}

/** What is printed beside the code. */
export const firstRunText = (url: string, { code }: FirstCode): string =>
  `There is no account yet. Open ${url}/#${paths.firstRun()} and enter the code\n\n    ${code}\n\nIt is good for one account, until the next start.`
