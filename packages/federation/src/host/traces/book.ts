/** Something that code of a remote added to the page and that must be removed with the remote. */
export interface Trace {
  undo: () => void
  /** Adds it again; undefined: it cannot be added again. */
  redo?: () => void
  /** It cannot be added again: modules that opened it while loading must be loaded anew. */
  isSpent?: true
  /** Whether it is this listener; for `removeEventListener`. */
  is?: (target: EventTarget, type: string, listener: unknown) => boolean
}

/** `<name>/<release>` of a remote. */
export type Key = string

/** Traces by release of a remote and by identity, and removed traces that wait to be added again. */
export class Book {
  readonly #of = new Map<Key, Map<unknown, Trace>>()
  readonly #parked = new Map<Key, Trace[]>()
  readonly #loading = new Map<Key, number>()
  /** Releases that were left and are not about to be shown. */
  readonly #gone = new Set<Key>()
  /** Traces that were added while modules were evaluated. */
  readonly #once = new WeakSet<Trace>()

  note(key: Key, id: unknown, trace: Trace): void {
    // Added after the page was left, for example by a late reply: nothing would remove it later.
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
  /** Removes all traces. True: something that its modules opened while loading was closed, so they must load anew. */
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
