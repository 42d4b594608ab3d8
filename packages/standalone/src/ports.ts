import { createServer } from 'node:net'

export const host = '127.0.0.1'

/** Why nothing can listen there (EADDRINUSE, EADDRNOTAVAIL, EACCES, …); undefined where it can. */
export function listenError(port: number, address = host): Promise<string | undefined> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', ({ code, message }: NodeJS.ErrnoException) => done(code ?? message))
    probe.listen(port, address, () => probe.close(() => done(undefined)))
  })
}

/** Whether nobody listens on a port of an address of this machine. */
export const isFree = async (port: number, address = host): Promise<boolean> =>
  (await listenError(port, address)) === undefined

/** First free port from `wanted` on; every taken one is told to `onTaken`. */
export async function freePortFrom(wanted: number, onTaken: (port: number) => void): Promise<number> {
  for (let port = wanted; port < Math.min(wanted + 100, 65_536); port += 1) {
    if (await isFree(port)) return port
    onTaken(port)
  }
  throw new Error(`no free port between ${wanted} and ${wanted + 99}`)
}

/** Any free port, chosen by the system. */
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
