import { Bonjour } from 'bonjour-service'

/** A service that a device announces, with its first private IPv4 address. */
export interface Announced {
  type: string
  name: string
  address: string
  port: number
}

/** What devices announce within a time, ms. */
export type Browse = (types: readonly string[], forMs: number) => Promise<Announced[]>

/**
 * By multicast DNS, as printers are found; a network without it has nothing to tell.
 * @param wait for so long, ms; it may look how many were seen
 */
export const browseWith =
  (wait: (ms: number, seen: () => number) => Promise<unknown>): Browse =>
  async (types, forMs) => {
    // Its errors are those of single packets, and of machines without a network.
    const bonjour = new Bonjour({}, () => undefined)
    const found: Announced[] = []
    const browsers = types.map((type) =>
      bonjour.find({ type }, ({ name, port, addresses = [], referer }) => {
        const address = [...addresses, referer?.address ?? ''].find((text) => /^\d+(\.\d+){3}$/.test(text))
        if (address !== undefined) found.push({ type, name, address, port })
      }),
    )
    await wait(forMs, () => found.length)
    for (const browser of browsers) browser.stop()
    await new Promise<void>((resolve) => bonjour.destroy(() => resolve()))
    return found
  }

export const browseMdns = browseWith((ms) => new Promise((resolve) => setTimeout(resolve, ms)))
