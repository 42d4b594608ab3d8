import { createServer } from 'node:net'

export const host = '127.0.0.1'

/** Error code of listening there (EADDRINUSE, EADDRNOTAVAIL, EACCES, …); undefined if it works. */
export function listenError(port: number, address = host): Promise<string | undefined> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', ({ code, message }: NodeJS.ErrnoException) => done(code ?? message))
    probe.listen(port, address, () => probe.close(() => done(undefined)))
  })
}

/** Whether the port is free on an address of this machine. */
export const isFree = async (port: number, address = host): Promise<boolean> =>
  (await listenError(port, address)) === undefined

/** First free port from `wanted` on; `onTaken` is called with each taken one. */
export async function freePortFrom(wanted: number, onTaken: (port: number) => void): Promise<number> {
  for (let port = wanted; port < Math.min(wanted + 100, 65_536); port += 1) {
    if (await isFree(port)) return port
    onTaken(port)
  }
  throw new Error(`no free port between ${wanted} and ${wanted + 99}`)
}

/** A free port, chosen by the system. */
export function anyPort(): Promise<number> {
  return new Promise((done, refuse) => {
    const probe = createServer()
    probe.once('error', refuse)
    probe.listen(0, host, () => {
      const address = probe.address()
      probe.close(() => (typeof address === 'object' && address ? done(address.port) : refuse(new Error('no port'))))
    })
  })
}
