import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'

/** A relay to a server that can fall silent, like a network that drops packets: no refusal and no answer. */
export interface Relay {
  /** Number of connections opened to it. */
  opened: () => number
  /** Stops forwarding in both directions on all connections. */
  silence: () => void
  /** Forwards new connections again. */
  wake: () => void
  close: () => Promise<void>
}

/** `at`: a port of 127.0.0.1, or the path of a socket. */
export async function openRelay(at: number | string, to: NetConnectOpts, isSilent = false): Promise<Relay> {
  const own: Socket[] = []
  const further: Socket[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    own.push(socket)
    socket.on('error', () => undefined)
    if (isSilent) return void socket.resume()
    const beyond = connect(to)
    further.push(beyond)
    beyond.on('error', () => socket.destroy())
    socket.on('close', () => beyond.destroy())
    socket.pipe(beyond).pipe(socket)
  })
  await new Promise<void>((done) =>
    typeof at === 'number' ? server.listen(at, '127.0.0.1', done) : server.listen(at, done),
  )
  return {
    opened: () => own.length,
    silence: () => {
      isSilent = true
      for (const socket of own) {
        socket.unpipe()
        socket.resume()
      }
      for (const socket of further) {
        socket.unpipe()
        socket.resume()
      }
    },
    wake: () => (isSilent = false),
    close: async () => {
      const closed = new Promise((done) => server.close(done))
      for (const socket of [...own, ...further]) socket.destroy()
      await closed
    },
  }
}
