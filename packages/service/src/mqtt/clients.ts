import type { Client } from 'aedes'
import { maxConnectionsPerLogger } from './bounds.ts'

/** Whose a connection is. */
export interface Owner {
  keyId: string
  loggerId: string
  no: number
  serial: string
  accountId: string
}

/** The connections of this instance that have shown their key. */
export class Clients {
  readonly #ownerOf = new Map<Client, Owner>()
  readonly #awaited = new WeakMap<Client, () => void>()

  /** `known` is called when the connection has shown its key. */
  await(client: Client, known: () => void): void {
    this.#awaited.set(client, known)
  }

  ownerOf(client: Client | null): Owner | undefined {
    return client ? this.#ownerOf.get(client) : undefined
  }

  /** The oldest of a logger's connections ends where it has too many: a device that restarts leaves one behind. */
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
