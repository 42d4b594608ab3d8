import { EventEmitter, once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Beacon } from '@helioport/contract/beacon'

/**
 * Answer instead of the real one. `hang`: no answer, as long as the browser waits. `after`: the real answer, once the
 * given path was also requested.
 */
export type Fault =
  | 'hang'
  | { status: number; type?: string; body?: string }
  | { edit: (body: Buffer) => Buffer }
  | { after: string }

export const faults = {
  json404: { status: 404, type: 'application/json', body: '{"error":"no such file"}' },
  html404: { status: 404, type: 'text/html', body: '<!doctype html><title>404</title><h1>Not found</h1>' },
  unavailable: { status: 503, type: 'text/plain', body: 'unavailable' },
} satisfies Record<string, Fault>

export interface FaultDoor {
  url: string
  /** Matching paths get this fault from now on. */
  set: (path: RegExp, fault: Fault) => void
  clear: () => void
  /** Received beacons, oldest first. */
  beacons: Beacon[]
  /** Requested paths, oldest first. */
  asked: string[]
  close: () => Promise<void>
}

function bodyOf(message: IncomingMessage): Promise<Buffer> {
  return new Promise((done, refuse) => {
    const parts: Buffer[] = []
    message.on('data', (part: Buffer) => parts.push(part))
    message.on('end', () => done(Buffer.concat(parts)))
    message.on('error', refuse)
  })
}

/** A proxy in front of a release host that injects faults; all other requests pass unchanged. */
export async function openFaultDoor(target: string): Promise<FaultDoor> {
  const rules: { path: RegExp; fault: Fault }[] = []
  const beacons: Beacon[] = []
  const asked: string[] = []
  const arrivals = new EventEmitter()

  function pass(incoming: IncomingMessage, reply: ServerResponse, body: Buffer, edit?: (body: Buffer) => Buffer): void {
    const { 'if-none-match': _known, ...asked } = incoming.headers
    const headers = edit ? { ...asked, 'accept-encoding': 'identity' } : incoming.headers
    const onward = request(target + (incoming.url ?? ''), { method: incoming.method, headers }, (answer) => {
      if (edit === undefined) {
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
        return
      }
      void bodyOf(answer).then((whole) => {
        const { 'content-length': _length, etag: _etag, ...rest } = answer.headers
        reply.writeHead(answer.statusCode ?? 502, rest)
        return reply.end(edit(whole))
      })
    })
    onward.on('error', () => reply.destroy())
    reply.on('close', () => onward.destroy())
    onward.end(body)
  }

  const server = createServer((incoming, reply) => {
    const path = incoming.url ?? ''
    asked.push(path)
    arrivals.emit(path)
    const fault = rules.findLast((rule) => rule.path.test(path))?.fault
    if (fault === 'hang') return
    if (fault !== undefined && 'status' in fault) {
      const type = fault.type ?? 'text/plain'
      reply.writeHead(fault.status, {
        'content-type': type,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
      reply.end(fault.body ?? '')
      return
    }
    void bodyOf(incoming).then(async (body) => {
      if (path.split('?')[0] === '/releases/beacons') beacons.push(...(JSON.parse(body.toString()) as Beacon[]))
      if (fault !== undefined && 'after' in fault && !asked.includes(fault.after)) await once(arrivals, fault.after)
      return pass(incoming, reply, body, fault !== undefined && 'edit' in fault ? fault.edit : undefined)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set: (path, fault) => rules.push({ path, fault }),
    clear: () => rules.splice(0),
    beacons,
    asked,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
