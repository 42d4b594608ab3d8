import type { DoorError } from '../../server/operator-door.ts'
import type { OperatorRequest, OperatorResult } from '../operate.ts'
import type { Report } from '../report.ts'
import { isTeamKey, tokenOf } from './team-key.ts'

const keyName = 'helioport.operator-key'
const operatorName = 'helioport.operator-name'

/** Result of a request; the request never throws. `unreachable`: the host does not answer. */
export type Answer<T> =
  | { ok: true; value: T }
  | { ok: false; error: DoorError['error'] | 'unreachable'; message: string }

/** Time-out of a request, in ms. */
const patienceMs = 10_000

/** The key is kept for this tab only, and is sent in a header only. */
export const readKey = (): string => sessionStorage.getItem(keyName) ?? ''
export const keepKey = (key: string): void => sessionStorage.setItem(keyName, key)
export const forgetKey = (): void => sessionStorage.removeItem(keyName)

/** Name for the audit log. */
export const readName = (): string => localStorage.getItem(operatorName) ?? ''
export const keepName = (name: string): void => localStorage.setItem(operatorName, name)

/** The operator's door with the key itself, or the teams' door with a token that the key signs. */
async function doorOf(key: string): Promise<{ at: string; bearer: string }> {
  if (!isTeamKey(key)) return { at: '/releases/door', bearer: key }
  return { at: '/releases/team', bearer: await tokenOf(key) }
}

async function ask<T>(path: string, body?: unknown): Promise<Answer<T>> {
  try {
    const { at, bearer } = await doorOf(readKey())
    const reply = await fetch(`${at}/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(patienceMs),
    })
    const value: unknown = await reply.json()
    return reply.ok ? { ok: true, value: value as T } : { ok: false, ...(value as DoorError) }
  } catch (error) {
    return { ok: false, error: 'unreachable', message: String(error) }
  }
}

export const readReport = (): Promise<Answer<Report>> => ask('status')

/** Reply to the first person where a part requires two persons. */
export interface Proposed {
  proposal: string
}

/** Omits for a team's key what only an operator may send: the log takes the name from the key, and it cannot force. */
export function request({ action, ...body }: OperatorRequest): Promise<Answer<OperatorResult | Proposed>> {
  if (!isTeamKey(readKey())) return ask(action, body)
  const { by: _by, force: _force, ...theirs } = body
  return ask(action, {
    ...theirs,
    reason: theirs.reason.trim() === '' && theirs.dryRun === true ? 'preview' : theirs.reason,
  })
}
