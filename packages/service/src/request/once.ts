import { createHash } from 'node:crypto'
import { Problem } from '../base/problem.ts'
import type { Service } from '../base/service.ts'
import type { Session, Transaction } from '../database/session.ts'
import {
  claimRequestKey,
  deleteRequestKeys,
  findRequestKey,
  keepRequestResult,
  type RequestKey,
  type RequestResult,
} from './queries/request-key.ts'

/** How long a key is kept, in ms: longer than an unanswered form stays open in a browser. */
const keptMs = 7 * 86_400_000

export interface Asked extends RequestKey {
  of: RequestResult['of']
  /** The whole request, as JSON data. */
  request: unknown
  /** Epoch ms. */
  now: number
}

/** A repeated request gets the first result and is not executed again. */
export interface Once {
  id: string
  isRepeat: boolean
}

/**
 * Runs `work`, which returns the id of its result, once per key of an account, in the transaction that takes the key: a
 * rollback undoes both. A concurrent request with the same key waits for the end of the first.
 * @throws Problem request.keyReused (the key was used for another request)
 */
export async function once(tx: Transaction, asked: Asked, work: () => Promise<string>): Promise<Once> {
  if (!(await claimRequestKey(tx, asked, hashOf(asked), asked.now))) {
    const known = await findOnce(tx, asked)
    if (!known) throw new Problem('request.keyReused')
    return known
  }
  const id = await work()
  await keepRequestResult(tx, asked, { of: asked.of, id })
  return { id, isRepeat: false }
}

/**
 * The result of a request that was executed before; undefined: it was not.
 * @throws Problem request.keyReused (the key was used for another request)
 */
export async function findOnce(db: Session, asked: Asked): Promise<Once | undefined> {
  const known = await findRequestKey(db, asked)
  if (!known) return undefined
  const id = asked.of === 'station' ? known.station_id : known.command_id
  if (id === null || !known.request_hash.equals(hashOf(asked))) throw new Problem('request.keyReused')
  return { id, isRepeat: true }
}

const hashOf = ({ request }: Asked): Buffer => createHash('sha256').update(canonical(request)).digest()

/** The same text for the same data, independent of the order of its fields. */
const canonical = (data: unknown): string =>
  JSON.stringify(data, (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )

export async function forgetRequestKeys(service: Service): Promise<void> {
  await service.db.transaction((tx) => deleteRequestKeys(tx, service.now() - keptMs))
}
