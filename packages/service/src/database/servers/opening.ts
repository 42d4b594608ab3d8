import type { Socket } from 'node:net'
import type pg from 'pg'

/** So many connections of a pool are opened at once; a server forks for each, and a busy one forks slowly. */
const mostAtOnce = 4
/** After one that got no answer the next waits so long, in ms: the server may still be about to open that one. */
const restMs = 1_000

type Got = (error?: Error | null) => void

/** A refusal is an answer: its error has a code, of the system or of the server. */
const isSilence = (error: Error | null | undefined) => error != null && !('code' in error)

/**
 * Who opens connections, and who waits for that. What a client gave up a server that is starved, or that seems so to a
 * starved client, goes on opening: asked again by all at once it would have ever more of them, so it is asked by one.
 */
class Opening {
  #count = 0
  #isSilent = false
  readonly #waiting: (() => boolean)[] = []

  /** Runs `open` in its turn, which says whether it opens one; the returned call gives the turn up. */
  wait(open: () => boolean): () => void {
    this.#waiting.push(open)
    this.#next()
    return () => {
      const at = this.#waiting.indexOf(open)
      if (at >= 0) this.#waiting.splice(at, 1)
    }
  }

  ended(error: Error | null | undefined): void {
    this.#isSilent = isSilence(error)
    const leave = () => {
      this.#count -= 1
      this.#next()
    }
    if (this.#isSilent) setTimeout(leave, restMs).unref()
    else leave()
  }

  #next(): void {
    while (this.#count < (this.#isSilent ? 1 : mostAtOnce)) {
      const open = this.#waiting.shift()
      if (open === undefined) return
      if (open()) this.#count += 1
    }
  }
}

/**
 * Clients of one pool, of which a few are opened at once, and one while the server does not answer.
 * `patienceMs`: after so long the pool gives one up, whether it was opened by then or not.
 */
export function openedInTurn(Client: typeof pg.Client, patienceMs: number): typeof pg.Client {
  const opening = new Opening()
  return class extends Client {
    override connect = ((got?: Got) => {
      if (got === undefined) return super.connect()
      const latest = performance.now() + patienceMs / 2
      const { stream } = (this as unknown as { connection: { stream: Socket } }).connection
      const giveUp = () => {
        leave()
        got(new Error('Connection terminated due to connection timeout'))
      }
      stream.once('close', giveUp)
      const leave = opening.wait(() => {
        // Cut off too soon it would look as if the server had not answered.
        if (performance.now() > latest) return false
        stream.off('close', giveUp)
        super.connect((error: Error | null) => {
          opening.ended(error)
          got(error)
        })
        return true
      })
    }) as pg.Client['connect']
  }
}
