import { type Location, type Path, type To, parsePath, UNSAFE_createHashHistory as createHashHistory } from 'react-router-dom' // prettier-ignore

type Action = 'POP' | 'PUSH' | 'REPLACE'

interface Blocker {
  state: 'unblocked' | 'blocked' | 'proceeding'
  location: Location | undefined
  proceed: (() => void) | undefined
  reset: (() => void) | undefined
}

type BlockerFunction = (step: { currentLocation: Location; nextLocation: Location; historyAction: Action }) => boolean

export interface NavigationState {
  location: Location
  action: Action
  blockers: ReadonlyMap<string, Blocker>
}

const idle: Blocker = { state: 'unblocked', location: undefined, proceed: undefined, reset: undefined }

/** Number of the shown history entry. Entries are numbered, so that the distance of a step is known. */
const placeNow = (): number => (window.history.state as { idx?: number } | null)?.idx ?? 0

/**
 * Location of the tab, and steps that a page with unsaved input holds back: the part of a data router that the router's
 * hooks use. The library's data router also loads data and sends forms, which costs 12 KB on every first visit.
 */
export class HashNavigation {
  readonly #history = createHashHistory({ window })
  readonly #guards = new Map<string, BlockerFunction>()
  readonly #listeners = new Set<() => void>()
  /** Runs after the browser has reverted a held step. */
  #undone: (() => void) | undefined
  /** Number of the shown entry. */
  #place = placeNow()
  #state: NavigationState = { location: this.#history.location, action: 'POP', blockers: new Map() }

  readonly state = (): NavigationState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    if (this.#listeners.size === 1) this.#stop = this.#history.listen(({ location, delta }) => this.#popped(location, delta)) // prettier-ignore
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#stop()
    }
  }
  #stop = (): void => undefined

  readonly createHref = (to: To): string => this.#history.createHref(to)
  readonly encodeLocation = (to: To): Path => this.#history.encodeLocation(to)
  readonly go = (delta: number): void => this.#history.go(delta)
  readonly push = (to: To, state?: unknown): void => this.#step('PUSH', to, state)
  readonly replace = (to: To, state?: unknown): void => this.#step('REPLACE', to, state)

  readonly getBlocker = (key: string, guard: BlockerFunction): Blocker => {
    this.#guards.set(key, guard)
    return this.#state.blockers.get(key) ?? idle
  }
  readonly deleteBlocker = (key: string): void => {
    this.#guards.delete(key)
    const blockers = new Map(this.#state.blockers)
    if (blockers.delete(key)) this.#change({ blockers })
  }

  #change(part: Partial<NavigationState>): void {
    this.#state = { ...this.#state, ...part }
    for (const listener of this.#listeners) listener()
  }

  #arrive(action: Action): void {
    this.#place = placeNow()
    this.#change({ location: this.#history.location, action, blockers: new Map() })
  }

  #setBlocker(key: string, blocker: Blocker): void {
    this.#change({ blockers: new Map(this.#state.blockers).set(key, blocker) })
  }

  #step(action: 'PUSH' | 'REPLACE', to: To, state: unknown): void {
    const go = () => {
      if (action === 'PUSH') this.#history.push(to, state)
      else this.#history.replace(to, state)
      this.#arrive(action)
    }
    const path = typeof to === 'string' ? parsePath(to) : to
    const next = { pathname: '/', search: '', hash: '', ...path, state, key: '' } as Location
    if (!this.#isHeld(next, action, go)) go()
  }

  #popped(location: Location, delta: number | null): void {
    const undone = this.#undone
    this.#undone = undefined
    if (undone !== undefined) return undone()
    if (delta === null) return this.#popped(location, this.#number())
    if (delta === 0) return this.#arrive('POP')
    let isBack = false
    let isWanted = false
    const go = () => {
      isWanted = true
      if (isBack) this.#history.go(delta)
    }
    if (!this.#isHeld(location, 'POP', go)) return this.#arrive('POP')
    // The address already shows the step: it is reverted until the person has decided.
    this.#undone = () => {
      isBack = true
      if (isWanted) this.#history.go(delta)
    }
    this.#history.go(-delta)
  }

  /**
   * A typed address creates an entry without a number: it gets the next number, by which steps are counted.
   * Returns the distance of the step.
   */
  #number(): number {
    window.history.replaceState({ ...window.history.state, idx: this.#place + 1 }, '')
    this.#history.replace(this.#history.location)
    return 1
  }

  /** Whether a page holds the step back. `go` takes the step when the person decides to leave. */
  #isHeld(nextLocation: Location, historyAction: Action, go: () => void): boolean {
    const [key, guard] = [...this.#guards].at(-1) ?? []
    if (key === undefined || guard === undefined) return false
    if (this.#state.blockers.get(key)?.state === 'proceeding') return false
    if (!guard({ currentLocation: this.#state.location, nextLocation, historyAction })) return false
    const proceed = () => {
      this.#setBlocker(key, { ...idle, state: 'proceeding', location: nextLocation })
      go()
    }
    this.#setBlocker(key, {
      state: 'blocked',
      location: nextLocation,
      proceed,
      reset: () => this.#setBlocker(key, idle),
    })
    return true
  }
}
