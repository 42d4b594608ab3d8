import { readFile, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Disk, namesIn, realDisk, stampOf } from './disk.ts'
import { type Holder, holderText, readHolder, stateOf, thisHolder } from './holder.ts'

/** Durations in ms, by the monotonic clock. */
export interface LockTimes {
  /** How long a process waits for a lock that is held. */
  patience: number
  /** A holder that gave no sign of life for this long loses the lock. */
  silence: number
  /** The same for a damaged lock file; the present version leaves none. */
  damaged: number
  /** Interval of the holder's signs of life. */
  beat: number
}

const lockTimes: LockTimes = { patience: 30_000, silence: 15_000, damaged: 2_000, beat: 2_000 }
const pauseMs = 50

/** Another process holds the lock. */
export class Locked extends Error {}

/** The lock was taken over because this process was silent for too long; the process must not change anything more. */
export class LockLost extends Error {}

export interface LockOptions {
  disk?: Disk | undefined
  times?: Partial<LockTimes> | undefined
  /** Holder to write into the file; default: this process. */
  holder?: Holder | undefined
}

/** One file of a lock: `lock.7`; a file without a number is of an older version. */
interface Generation {
  number: number
  path: string
}

/** Highest number first. */
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

/** The file cannot be read (too many open files, failing disk, foreign owner): the lock may be held. */
class Unreadable {
  readonly code: string
  constructor(code: string) {
    this.code = code
  }
}

/** The holder in a lock file, null if it is damaged; `free`: released, or the file is gone. */
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
  /** The holder; null if the file is damaged, or cannot be read. */
  holder: Holder | null
  /** Error code of the system, where it cannot be read. */
  unreadable?: string
  state: ReturnType<typeof stateOf>
  file: string
}

/** The present holder of a lock; undefined if it is free. */
export async function readLock(file: string): Promise<LockState | undefined> {
  const [latest] = await generationsOf(file)
  const holder = latest === undefined ? 'free' : await contentOf(latest.path)
  if (latest === undefined || holder === 'free') return undefined
  if (holder instanceof Unreadable)
    return { holder: null, unreadable: holder.code, state: 'unknown', file: latest.path }
  return { holder, state: holder === null ? 'unknown' : stateOf(holder), file: latest.path }
}

/** Text for people. */
export const lockText = ({ holder, unreadable }: LockState): string => {
  if (unreadable !== undefined) return `a file that cannot be read (${unreadable})`
  return holder === null ? 'a damaged file' : holderText(holder)
}

/** Measures by the monotonic clock how long a lock file has not changed. */
class Silence {
  #stamp = ''
  #since = 0

  async of(path: string): Promise<number> {
    const changed = await stampOf(path)
    const stamp = `${path} ${changed}`
    // A file that cannot be seen may well be changing.
    if (stamp !== this.#stamp || changed === 'none') this.#since = performance.now()
    this.#stamp = stamp
    return performance.now() - this.#since
  }
}

const hourMs = 3_600_000

/** Whether a temporary file for taking the lock was left by an ended process. */
async function isLeft(path: string): Promise<boolean> {
  const holder = await contentOf(path)
  if (holder !== 'free' && holder !== null && !(holder instanceof Unreadable)) return stateOf(holder) === 'gone'
  const found = await stat(path).catch(() => undefined)
  return found !== undefined && Date.now() - found.mtimeMs > hourMs
}

/**
 * A lock is the file with the highest number; it is free where that file is empty, or where there is none. A process
 * takes it by linking the next number, complete with its content, which the file system allows only once; nobody
 * removes the highest file. So a holder that was cut off has exactly one successor at any moment, whatever the clock
 * says.
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

  /** Releases the lock; does nothing if it was taken over. */
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
    // Another process was ahead by more than one: this number was free because it had been removed already.
    if (generations[0]?.number !== number) {
      await this.#disk.remove(this.#path)
      return false
    }
    await this.#tidy(generations)
    return true
  }

  /** Removes files below the highest one, and temporary files of ended processes. */
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
  /** Call before every step that others can see. @throws LockLost */
  check: () => Promise<void>
}

/**
 * Runs `work` while nobody else holds the lock, on this machine or in another container with the same folder. The lock
 * of an ended process is taken over at once; that of a process that hangs, or cannot be seen from here, after 15 s of
 * silence.
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

/** Takes a lock away from its holder. Returns the former holder; undefined if the lock was free. */
export async function breakLock(file: string, disk: Disk = realDisk): Promise<LockState | undefined> {
  const found = await readLock(file)
  if (found !== undefined) await withLock(file, async () => undefined, { disk, times: { silence: -1, damaged: -1 } })
  return found
}
