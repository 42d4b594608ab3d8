import type { Messages, PageComponent, RemoteModule } from '../remote/index.ts'

export interface LoadedRemotePage {
  ok: true
  component: PageComponent
  messages: Messages
  /** Release of the page, as written in its code. */
  release: string
  /** Release that the index wanted; `release` differs where that one failed. */
  wanted: string
}

/** Pages that were loaded in this tab, and where the latest page of each remote came from. */
export class LoadedPages {
  readonly #pages = new Map<string, LoadedRemotePage>()
  readonly #modules = new Map<string, RemoteModule>()
  readonly #turns = new Map<string, number>()

  keep(remote: string, page: string, loaded: LoadedRemotePage, module: RemoteModule): void {
    this.#modules.set(remote, module)
    this.#pages.set(`${remote} ${page}`, loaded)
  }

  of(remote: string, page: string): LoadedRemotePage | undefined {
    return this.#pages.get(`${remote} ${page}`)
  }

  moduleOf(remote: string): RemoteModule | undefined {
    return this.#modules.get(remote)
  }

  /** Forgets all pages of a remote. */
  forget(remote: string): void {
    for (const key of this.#pages.keys()) if (key.startsWith(`${remote} `)) this.#pages.delete(key)
  }

  /** Forgets pages whose wanted release has changed. */
  forgetOutdated(wantedOf: (remote: string) => string | undefined): void {
    for (const [key, { wanted }] of this.#pages) {
      const [remote = ''] = key.split(' ')
      if (wanted !== wantedOf(remote)) this.#pages.delete(key)
    }
  }

  /** Forgets pages of revoked releases. `isRevoked`: takes `<name>/<release>`. */
  forgetRevoked(isRevoked: (key: string) => boolean): void {
    for (const [key, { release }] of this.#pages) {
      const [remote = ''] = key.split(' ')
      if (isRevoked(`${remote}/${release}`)) this.#pages.delete(key)
    }
  }

  /** Grows with each update taken: then the page must be loaded anew. */
  turnOf(remote: string): number {
    return this.#turns.get(remote) ?? 0
  }

  turnOver(remote: string): void {
    this.#turns.set(remote, this.turnOf(remote) + 1)
  }
}
