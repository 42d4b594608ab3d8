import { join } from 'node:path'
import type { ClaimedLogger } from '@helioport/contract'
import { readStateFile, writeStateFile } from '../state/state-file.ts'

/** Portal, serial and key of the logger that this program is. */
export interface Claimed extends ClaimedLogger {
  portal: string
}

/** The portal refused the code or was not reached; the message says what to do. */
export class ClaimError extends Error {}

const claimPath = '/api/ingest/v1/claims'
const timeoutMs = 30_000
const fileIn = (folder: string) => join(folder, 'portal.json')

/** Result of an earlier claim; null: none. */
export function readClaimed(folder: string): Claimed | null {
  const kept = readStateFile<Partial<Claimed>>(fileIn(folder))
  if (typeof kept?.portal !== 'string' || typeof kept.serial !== 'string' || typeof kept.key !== 'string') return null
  return { portal: kept.portal, serial: kept.serial, key: kept.key }
}

/**
 * Exchanges the code that the portal shows for the logger's key, and stores the key in `folder`, readable only by this
 * user: the next start needs neither code nor key. A code works once.
 * @throws ClaimError
 */
export async function claimLogger(portal: string, code: string, folder: string): Promise<Claimed> {
  const response = await fetch(new URL(claimPath, portal), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new ClaimError(`${portal} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`)
  })
  const { data, errorCode } = (await response.json().catch(() => ({}))) as {
    data?: Partial<ClaimedLogger>
    errorCode?: string
  }
  if (response.status === 429) throw new ClaimError('too many codes were tried; wait some minutes')
  if (errorCode === 'code.wrong' || errorCode === 'request.invalid')
    throw new ClaimError('this code is wrong, was used or is out of date: the page of the station makes another')
  if (typeof data?.serial !== 'string' || typeof data.key !== 'string')
    throw new ClaimError(`${portal} is no portal that knows codes (HTTP ${response.status} ${errorCode ?? ''})`)
  const claimed = { portal, serial: data.serial, key: data.key }
  await writeStateFile(fileIn(folder), claimed)
  return claimed
}
