import type { ErrorCode } from '@helioport/contract'
import type { IngestReply } from '@helioport/contract/ingest'
import { Problem } from '../base/problem.ts'

const windowMs = 60_000
/** A logger that sends nonsense has an error in its program: it goes on sending it. */
const maxInWindow = 30
/** So many loggers are remembered; more than that is none of one logger's doing. */
const maxRemembered = 10_000

/** How many batches of each logger were refused of late, at this instance: reading them costs more than sending them. */
export class Refusals {
  readonly #of = new Map<string, { count: number; endsAt: number }>()

  /** @throws Problem request.tooMany with the time after which the next one is looked at */
  check(loggerId: string, now: number): void {
    const refused = this.#of.get(loggerId)
    if (!refused || refused.endsAt <= now || refused.count < maxInWindow) return
    throw new Problem('request.tooMany', { retryAfterS: Math.ceil((refused.endsAt - now) / 1000) })
  }

  note(loggerId: string, now: number): void {
    const refused = this.#of.get(loggerId)
    if (refused && refused.endsAt > now) {
      refused.count += 1
      return
    }
    if (this.#of.size >= maxRemembered) this.#of.clear()
    this.#of.set(loggerId, { count: 1, endsAt: now + windowMs })
  }
}

/** Whether a refusal is of what the logger sent, not of what is wrong here; to be told to wait is no further one. */
export const isNonsense = (code: ErrorCode): boolean => code.startsWith('request.') && code !== 'request.tooMany'

/** Whether most of what was taken apart is no row at all: reading it costs as much as if it were. */
export function isMostlyMalformed({ accepted, duplicates, rejected }: IngestReply): boolean {
  const malformed = rejected.filter(({ code }) => code === 'row.malformed').length
  return 2 * malformed > accepted + duplicates + rejected.length
}
