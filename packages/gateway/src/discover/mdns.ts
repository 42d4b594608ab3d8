import { Bonjour } from 'bonjour-service'

/** A service that a device announces, with its first private IPv4 address. */
export interface Announced {
  type: string
  name: string
  address: string
  port: number
}

/** Collects announcements for a time, ms. */
export type Browse = (types: readonly string[], forMs: number) => Promise<Announced[]>

/**
 * By multicast DNS; a network without it yields nothing.
 * @param wait for this time, ms; `seen` tells it how many were found
 */
export const browseWith =
  (wait: (ms: number, seen: () => number) => Promise<unknown>): Browse =>
  async (types, forMs) => {
    // Errors concern single packets, or machines without a network.
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
