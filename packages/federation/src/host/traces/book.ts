/** Something that code of a remote has added to the page and that is not its own to keep. */
export interface Trace {
  undo: () => void
  /** Puts it back; what cannot be put back stays away. */
  redo?: () => void
  /** Its modules would be without it if they were shown again: it cannot be put back, and they open it when they are loaded. */
  isSpent?: true
  /** Whether it is what a listener was added as; see `removeEventListener`. */
  is?: (target: EventTarget, type: string, listener: unknown) => boolean
}

/** `<name>/<release>` of a remote. */
export type Key = string

/** By remote release: what it has added, by an identity of its own; and what waits to be put back. */
export class Book {
  readonly #of = new Map<Key, Map<unknown, Trace>>()
  readonly #parked = new Map<Key, Trace[]>()
  readonly #loading = new Map<Key, number>()
  /** Left, and on its way to no screen. */
  readonly #gone = new Set<Key>()
  /** Was added while modules were evaluated. */
  readonly #once = new WeakSet<Trace>()

  note(key: Key, id: unknown, trace: Trace): void {
    // An answer that came after its page was left: nobody would take it away later.
    if (this.#gone.has(key) && !this.#loading.get(key)) return trace.undo()
    const all = this.#of.get(key) ?? new Map<unknown, Trace>()
    this.#of.set(key, all.set(id, trace))
    if ((this.#loading.get(key) ?? 0) > 0) this.#once.add(trace)
  }
  has(key: Key, id: unknown): boolean {
    return this.#of.get(key)?.has(id) === true
  }
  drop(id: unknown): void {
    for (const all of this.#of.values()) all.delete(id)
  }
  dropWhere(isIt: (trace: Trace) => boolean): void {
    for (const all of this.#of.values()) for (const [id, trace] of all) if (isIt(trace)) all.delete(id)
  }
  await(key: Key): void {
    this.#gone.delete(key)
  }
  loading(key: Key): () => void {
    const count = (by: number) => {
      this.#loading.set(key, (this.#loading.get(key) ?? 0) + by)
      this.await(key)
    }
    count(1)
    return () => count(-1)
  }
  restore(key: Key): void {
    this.await(key)
    const parked = this.#parked.get(key) ?? []
    this.#parked.delete(key)
    const over = this.loading(key)
    for (const trace of parked) trace.redo?.()
    over()
  }
  /** Whether what its modules had opened when they were loaded is closed: they have to be loaded anew. */
  sweep(key: Key): boolean {
    const all = [...(this.#of.get(key)?.values() ?? [])]
    this.#of.delete(key)
    this.#gone.add(key)
    for (const trace of all) trace.undo()
    const again = all.filter((trace) => trace.redo !== undefined && this.#once.has(trace))
    if (again.length > 0) this.#parked.set(key, again)
    return all.some((trace) => trace.isSpent === true && this.#once.has(trace))
  }
  forget(key: Key): void {
    this.#parked.delete(key)
  }
}
