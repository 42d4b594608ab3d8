import type { ServerResponse } from 'node:http'
import { indexEventsPath } from '@helioport/contract/beacon'
import { networkOf } from '@helioport/contract/network-of'
import type { FastifyInstance } from 'fastify'
import { currentSerial } from '../store/change.ts'
import type { Layout } from '../store/layout.ts'
import type { Services } from '../upstream/services.ts'
import { watchIndex } from './index-watch.ts'
import { followSessionHints } from './session-hints.ts'

/** Interval of repeated events, in ms: a browser that hears them need not poll, and no proxy closes an idle stream. */
const repeatMs = 5_000
/** Browsers try again after this long, in ms. */
const retryMs = 2_000
/** Limit of streams; further browsers are told to poll. */
const maxStreams = 5_000
/** A reader with more unsent bytes than this is disconnected, and reconnects. */
const maxWaiting = 65_536

/** A limited number of places, shared fairly between callers. */
export class Places<T> {
  readonly #most: number
  readonly #of = new Map<string, Set<T>>()
  #taken = 0

  constructor(most: number) {
    this.#most = most
  }

  /**
   * Takes a place for `one` of `caller`. When all are taken, the caller with the most places loses its oldest one to a
   * caller that has fewer, so that nobody can lock out the others. False: no place. `left`: what lost its place.
   */
  take(caller: string, one: T): { left: T[] } | false {
    const left: T[] = []
    if (this.#taken >= this.#most) {
      const [richest, things] = [...this.#of].reduce((most, each) => (each[1].size > most[1].size ? each : most))
      const [oldest] = things
      if (oldest === undefined || things.size <= (this.#of.get(caller)?.size ?? 0) + 1) return false
      this.leave(richest, oldest)
      left.push(oldest)
    }
    this.#of.set(caller, (this.#of.get(caller) ?? new Set()).add(one))
    this.#taken += 1
    return { left }
  }

  leave(caller: string, one: T): void {
    const own = this.#of.get(caller)
    if (own?.delete(one) !== true) return
    this.#taken -= 1
    if (own.size === 0) this.#of.delete(caller)
  }
}

/**
 * `GET /releases/events`: the serial of the index at once, after every change, and every few seconds. With `?hints` the
 * same stream carries the service's hints for the caller's session, so that a browser needs one stream only.
 */
export async function registerIndexEvents(app: FastifyInstance, layout: Layout, services: Services): Promise<void> {
  const streams = new Set<ServerResponse>()
  const places = new Places<ServerResponse>(maxStreams)
  let serial = await currentSerial(layout)

  function send(stream: ServerResponse, text: string): void {
    if (stream.writableLength > maxWaiting) stream.destroy()
    else stream.write(text)
  }
  const eventOf = () => `event: index\nid: ${serial}\ndata: ${JSON.stringify({ serial })}\n\n`

  async function tellAll(): Promise<void> {
    serial = await currentSerial(layout)
    for (const stream of streams) send(stream, eventOf())
  }

  const stopWatching = await watchIndex(layout, () => {
    tellAll().catch((error: unknown) => app.log.error({ err: error }, 'the index cannot be read'))
  })
  const repeating = setInterval(() => {
    for (const stream of streams) send(stream, eventOf())
  }, repeatMs)
  repeating.unref()
  app.addHook('preClose', async () => {
    stopWatching()
    clearInterval(repeating)
    for (const stream of streams) stream.end()
  })

  app.get(indexEventsPath, { exposeHeadRoute: false }, (request, reply) => {
    const caller = networkOf(request.ip)
    const place = places.take(caller, reply.raw)
    if (place === false) {
      void reply.code(503).headers({ 'cache-control': 'no-store', 'retry-after': '15' }).send('Too many streams')
      return
    }
    for (const one of place.left) one.end()
    reply.hijack()
    const stream = reply.raw
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) stream.setHeader(name, value)
    stream.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // nginx would buffer the stream.
      'x-accel-buffering': 'no',
    })
    streams.add(stream)
    request.raw.socket.setKeepAlive(true, repeatMs)
    const gone = new AbortController()
    stream.on('close', () => {
      streams.delete(stream)
      places.leave(caller, stream)
      gone.abort()
    })
    stream.write(`retry: ${retryMs}\n${eventOf()}`)
    if (!('hints' in (request.query as object))) return
    const tell = (hint: string) => send(stream, `event: hint\ndata: ${hint}\n\n`)
    void followSessionHints({ services, request, signal: gone.signal, tell, end: () => stream.end(), random: Math.random }) // prettier-ignore
  })
}
