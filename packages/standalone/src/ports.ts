import { createServer } from 'node:net'

export const host = '127.0.0.1'

/** Whether nobody listens on a port of an address of this machine. */
export function isFree(port: number, address = host): Promise<boolean> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', () => done(false))
    probe.listen(port, address, () => probe.close(() => done(true)))
  })
}

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
