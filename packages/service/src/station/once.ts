import { createHash } from 'node:crypto'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import type { Transaction } from '../database/session.ts'
import {
  claimRequestKey,
  deleteRequestKeys,
  findRequestKey,
  keepRequestResult,
  type RequestKey,
} from './queries/request-key.ts'

/** Longer than a browser keeps a form that was not answered before somebody looks at it again, in ms. */
const keptMs = 7 * 86_400_000

interface Asked extends RequestKey {
  /** The whole of what is asked for, as JSON can say it. */
  request: unknown
  /** Epoch ms. */
  now: number
}

/** A repeated request is told the same result without being carried out again. */
export interface Once {
  stationId: string
  isRepeat: boolean
}

/**
 * Carries out `work`, which answers with the id of the station that it was about, once for each key of an account: in the
 * transaction that takes the key, so that of both or neither something is left. A request that comes while the same one
 * is at work waits for its end.
 * @throws Problem request.keyReused (the key was used for another request)
 */
export async function once(tx: Transaction, asked: Asked, work: () => Promise<string>): Promise<Once> {
  const requestHash = createHash('sha256').update(canonical(asked.request)).digest()
  if (!(await claimRequestKey(tx, asked, requestHash, asked.now))) {
    const known = await findRequestKey(tx, asked)
    if (!known?.station_id || !known.request_hash.equals(requestHash)) throw new Problem('request.keyReused')
    return { stationId: known.station_id, isRepeat: true }
  }
  const stationId = await work()
  await keepRequestResult(tx, asked, stationId)
  return { stationId, isRepeat: false }
}

/** The same text for the same data, in whichever order its fields came. */
const canonical = (data: unknown): string =>
  JSON.stringify(data, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

export async function forgetRequestKeys(service: Service): Promise<void> {
  await service.db.transaction((tx) => deleteRequestKeys(tx, service.now() - keptMs))
}
