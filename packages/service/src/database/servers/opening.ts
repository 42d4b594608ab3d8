import type { Socket } from 'node:net'
import type pg from 'pg'

/** Connections of a pool that are opened concurrently: the server forks for each, slowly when busy. */
const mostAtOnce = 4
/** Pause after an attempt without an answer, in ms: the server may still be opening that connection. */
const restMs = 1_000

type Got = (error?: Error | null) => void

/** A refusal is an answer: its error has a code of the system or of the server. */
const isSilence = (error: Error | null | undefined) => error != null && !('code' in error)

/**
 * Limits how many connections are opened concurrently. An overloaded server goes on opening connections that the client
 * has given up: retries by all clients would pile up, so only one attempt at a time is made while the server is silent.
 */
class Opening {
  #count = 0
  #isSilent = false
  readonly #waiting: (() => boolean)[] = []

  /** Runs `open` in its turn; `open` returns whether it opens a connection. Returns a call that gives up the turn. */
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
 * Clients of one pool, opened a few at a time, and one at a time while the server does not answer.
 * `patienceMs`: the pool's own connection time-out, waiting for the turn included.
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
        // Too little time left: the time-out would look as if the server had not answered.
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
