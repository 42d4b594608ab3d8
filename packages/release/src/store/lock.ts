import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Disk, namesIn, realDisk, stampOf } from './disk.ts'
import { type Holder, holderText, readHolder, stateOf, thisHolder } from './holder.ts'

/** How long is waited, in ms; by the clock that nobody can set. */
export interface LockTimes {
  /** For a lock that somebody holds. */
  patience: number
  /** A holder that showed no sign of life for so long has it no more. */
  silence: number
  /** The same for a lock file that says nothing, which no present version of this program leaves. */
  damaged: number
  /** Between two signs of life. */
  beat: number
}

const lockTimes: LockTimes = { patience: 30_000, silence: 15_000, damaged: 2_000, beat: 2_000 }
const pauseMs = 50

/** Somebody else holds the lock. */
export class Locked extends Error {}

/** The lock was taken over while it was held, because this process was silent for too long; it must change nothing more. */
export class LockLost extends Error {}

export interface LockOptions {
  disk?: Disk | undefined
  times?: Partial<LockTimes> | undefined
  /** Who asks; this process, if not given. */
  holder?: Holder | undefined
}

/** One file of a lock: `lock.7`; without a number: of an older version. */
interface Generation {
  number: number
  path: string
}

/** The highest first. */
async function generationsOf(file: string): Promise<Generation[]> {
  const names = (await namesIn(dirname(file))).filter((name) => name.startsWith(basename(file)))
  return names
    .flatMap((name): Generation[] => {
      const path = join(dirname(file), name)
      const ending = name.slice(basename(file).length)
      if (ending === '') return [{ number: 0, path }]
      return /^\.\d+$/.test(ending) ? [{ number: Number(ending.slice(1)), path }] : []
    })
    .sort((a, b) => b.number - a.number)
}

/** Too many open files, a failing disk, another's file: it says nothing, also not that it was given back. */
class Unreadable {
  readonly code: string
  constructor(code: string) {
    this.code = code
  }
}

/** What a lock file says: who has it, null where it is damaged; `free`: it was given back, or is no more. */
async function contentOf(path: string): Promise<Holder | Unreadable | null | 'free'> {
  try {
    const text = await readFile(path, 'utf8')
    return text === '' ? 'free' : (readHolder(text) ?? null)
  } catch (error) {
    const { code = String(error) } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? 'free' : new Unreadable(code)
  }
}

export interface LockState {
  /** Who has it; null where the file is damaged, or cannot be read. */
  holder: Holder | null
  /** Why it cannot be read: the system's code. */
  unreadable?: string
  state: ReturnType<typeof stateOf>
  file: string
}

/** Who holds a lock; undefined where nobody does. */
export async function readLock(file: string): Promise<LockState | undefined> {
  const [latest] = await generationsOf(file)
  const holder = latest === undefined ? 'free' : await contentOf(latest.path)
  if (latest === undefined || holder === 'free') return undefined
  if (holder instanceof Unreadable)
    return { holder: null, unreadable: holder.code, state: 'unknown', file: latest.path }
  return { holder, state: holder === null ? 'unknown' : stateOf(holder), file: latest.path }
}

/** Who has a lock, in words. */
export const lockText = ({ holder, unreadable }: LockState): string => {
  if (unreadable !== undefined) return `a file that cannot be read (${unreadable})`
  return holder === null ? 'a damaged file' : holderText(holder)
}

/** Notices, by this process's own clock, for how long a lock file has not changed. */
class Silence {
  #stamp = ''
  #since = 0

  async of(path: string): Promise<number> {
    const changed = await stampOf(path)
    const stamp = `${path} ${changed}`
    // Of what cannot be seen nobody knows that it does not change.
    if (stamp !== this.#stamp || changed === 'none') this.#since = performance.now()
    this.#stamp = stamp
    return performance.now() - this.#since
  }
}

const hourMs = 3_600_000

/** A file that somebody made to take the lock with, and will not use any more. */
async function isLeft(path: string): Promise<boolean> {
  const holder = await contentOf(path)
  if (holder !== 'free' && holder !== null && !(holder instanceof Unreadable)) return stateOf(holder) === 'gone'
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > hourMs
}

/**
 * A lock is the file with the highest number; it is free where that is empty, or where there is none. Whoever takes it
 * makes the next one, complete with its content, which the file system grants to one alone; nobody removes the highest
 * file. So a holder that was cut off is followed by exactly one other, at any moment, whatever the clock says.
 */
class Lock {
  readonly #file: string
  readonly #disk: Disk
  readonly #times: LockTimes
  readonly #holder: Holder
  #number = 0

  constructor(file: string, options: LockOptions) {
    this.#file = file
    this.#disk = options.disk ?? realDisk
    this.#times = { ...lockTimes, ...options.times }
    this.#holder = options.holder ?? thisHolder(new Date())
  }

  get #path(): string {
    return `${this.#file}.${this.#number}`
  }

  /** Whether this process still holds it. @throws LockLost */
  async check(): Promise<void> {
    const [latest] = await generationsOf(this.#file)
    if (latest?.number !== this.#number) throw new LockLost(`${this.#file} was taken over meanwhile`)
  }

  async acquire(): Promise<void> {
    await this.#disk.makeFolder(dirname(this.#file))
    const silence = new Silence()
    const until = performance.now() + this.#times.patience
    for (;;) {
      const [latest] = await generationsOf(this.#file)
      if (latest === undefined || (await this.#isOver(latest, silence))) {
        if (await this.#take((latest?.number ?? 0) + 1)) return
      } else if (performance.now() > until) throw await this.#refusal()
      else await pause(pauseMs)
    }
  }

  /** Gives it back, unless it was taken over, and so is not ours to give back. */
  async release(): Promise<void> {
    await this.#disk.empty(this.#path).catch(() => undefined)
  }

  beat(): Promise<void> {
    return this.#disk.touch(this.#path, Date.now() / 1000).catch(() => undefined)
  }

  get beatMs(): number {
    return this.#times.beat
  }

  async #isOver({ path }: Generation, silence: Silence): Promise<boolean> {
    const holder = await contentOf(path)
    if (holder instanceof Unreadable) return (await silence.of(path)) > this.#times.silence
    if (holder === 'free' || (holder !== null && stateOf(holder) === 'gone')) return true
    return (await silence.of(path)) > (holder === null ? this.#times.damaged : this.#times.silence)
  }

  async #take(number: number): Promise<boolean> {
    const fresh = `${this.#file}.${this.#holder.id}.new`
    try {
      await this.#disk.writeNew(fresh, `${JSON.stringify(this.#holder)}\n`, 0o644)
      await this.#disk.link(fresh, `${this.#file}.${number}`)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
      throw error
    } finally {
      await this.#disk.remove(fresh).catch(() => undefined)
    }
    this.#number = number
    const generations = await generationsOf(this.#file)
    // Somebody was faster by more than one: what looked like the next number was long gone.
    if (generations[0]?.number !== number) {
      await this.#disk.remove(this.#path)
      return false
    }
    await this.#tidy(generations)
    return true
  }

  /** Removes what lies below the highest file, and what ended processes left behind. */
  async #tidy(generations: readonly Generation[]): Promise<void> {
    const folder = dirname(this.#file)
    const left = (await namesIn(folder)).filter((name) => name.startsWith(`${basename(this.#file)}.`) && name.endsWith('.new')) // prettier-ignore
    const paths = left.map((name) => join(folder, name))
    const ended = await Promise.all(paths.map(async (path) => ((await isLeft(path)) ? [path] : [])))
    for (const path of [...generations.slice(1).map((one) => one.path), ...ended.flat()])
      await this.#disk.remove(path).catch(() => undefined)
  }

  async #refusal(): Promise<Locked> {
    const found = await readLock(this.#file)
    const who = found === undefined ? 'somebody' : lockText(found)
    return new Locked(`${who} holds ${found?.file ?? this.#file}; release status says more, release unlock breaks it`)
  }
}

/** A lock that is held. */
export interface HeldLock {
  /** To be called before every step that others would see. @throws LockLost */
  check: () => Promise<void>
}

/**
 * Runs `work` while nobody else holds the lock, on this machine or in another container that has the same folder. A lock
 * whose process is gone is taken over at once, one of a process that cannot be seen from here, or that hangs, once it
 * was silent for 15 s.
 * @throws Locked after 30 s of waiting
 */
export async function withLock<T>(
  file: string,
  work: (held: HeldLock) => Promise<T>,
  options: LockOptions = {},
): Promise<T> {
  const lock = new Lock(file, options)
  await lock.acquire()
  const beats = setInterval(() => void lock.beat(), lock.beatMs)
  try {
    return await work({ check: () => lock.check() })
  } finally {
    clearInterval(beats)
    await lock.release()
  }
}

/** Takes a lock away from whoever holds it. Returns who that was; undefined where nobody did. */
export async function breakLock(file: string, disk: Disk = realDisk): Promise<LockState | undefined> {
  const found = await readLock(file)
  if (found !== undefined) await withLock(file, async () => undefined, { disk, times: { silence: -1, damaged: -1 } })
  return found
}
