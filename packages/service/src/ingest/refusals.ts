import type { ErrorCode } from '@helioport/contract'
import type { IngestReply } from '@helioport/contract/ingest'
import { Problem } from '../base/problem.ts'

const windowMs = 60_000
/** Refused batches per window. A logger that sends invalid batches has a bug and will go on sending them. */
const maxInWindow = 30
/** Bound of remembered loggers; more of them cannot be the fault of a single logger. */
const maxRemembered = 10_000

/** Counts each logger's refused batches at this instance, to limit them: parsing costs more than sending. */
export class Refusals {
  readonly #of = new Map<string, { count: number; endsAt: number }>()

  /** @throws Problem request.tooMany with the time after which the next batch is accepted */
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

/** Whether a refusal is the logger's fault, not the service's; being rate-limited does not count again. */
export const isMalformedRequest = (code: ErrorCode): boolean =>
  code.startsWith('request.') && code !== 'request.tooMany'

/** Whether most rows are malformed: parsing them costs as much as valid rows. */
export function isMostlyMalformed({ accepted, duplicates, rejected }: IngestReply): boolean {
  const malformed = rejected.filter(({ code }) => code === 'row.malformed').length
  return 2 * malformed > accepted + duplicates + rejected.length
}
