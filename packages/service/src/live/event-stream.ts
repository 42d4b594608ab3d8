import { Readable } from 'node:stream'
import type { LiveEvent } from '@helioport/contract'
import type { Live } from './hub.ts'
import type { SignedIn } from '../base/signed-in.ts'

/** A comment this often keeps proxies from closing a quiet stream, in ms. */
const heartbeatMs = 12_000
/** Browsers reconnect after this long, in ms. */
const retryMs = 2_000
/** A reader that is this far behind, in bytes, is disconnected; it reconnects. */
const maxWaitingBytes = 65_536

/**
 * Server-sent events for the stations that the account reaches; the first line means that no later hint is missed.
 * `forS`: ends the stream after this many seconds.
 * @throws Problem request.tooMany, service.unavailable, session.required
 */
export async function eventStream(live: Live, account: SignedIn, forS: number | undefined): Promise<Readable> {
  const stream = new Readable({ read: () => {} })
  const send = (text: string) => {
    if (stream.readableLength > maxWaitingBytes) stream.destroy()
    else stream.push(text)
  }
  const end = () => {
    if (!stream.destroyed) stream.push(null)
  }
  const tell = (event: LiveEvent) => send(`data: ${JSON.stringify(event)}\n\n`)
  const unfollow = await live.follow(account, { tell, end })
  const heartbeat = setInterval(() => send(': alive\n\n'), heartbeatMs)
  const ending = forS === undefined ? undefined : setTimeout(end, forS * 1000)
  stream.on('close', () => {
    clearInterval(heartbeat)
    clearTimeout(ending)
    unfollow()
  })
  send(`retry: ${retryMs}\n\n`)
  return stream
}
