import type { Client } from 'aedes'
import { maxConnectionsPerLogger } from './bounds.ts'

/** The authenticated logger of a connection. */
export interface Owner {
  keyId: string
  loggerId: string
  no: number
  serial: string
  accountId: string
}

/** The authenticated connections of this instance. */
export class Clients {
  readonly #ownerOf = new Map<Client, Owner>()
  readonly #awaited = new WeakMap<Client, () => void>()

  /** `known` is called when the connection is authenticated. */
  await(client: Client, known: () => void): void {
    this.#awaited.set(client, known)
  }

  ownerOf(client: Client | null): Owner | undefined {
    return client ? this.#ownerOf.get(client) : undefined
  }

  /** Closes a logger's oldest connections beyond the limit: a device that restarts leaves a dead one behind. */
  add(client: Client, owner: Owner): void {
    const same = [...this.#ownerOf].filter(([, { loggerId }]) => loggerId === owner.loggerId)
    for (const [oldest] of same.slice(0, Math.max(0, same.length + 1 - maxConnectionsPerLogger))) oldest.close()
    this.#ownerOf.set(client, owner)
    this.#awaited.get(client)?.()
  }

  remove(client: Client): void {
    this.#ownerOf.delete(client)
  }

  all(): [Client, Owner][] {
    return [...this.#ownerOf]
  }
}
