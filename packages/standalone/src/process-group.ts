import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'

export interface ProgramOptions {
  name: string
  /** Program and arguments, run by this Node. */
  args: string[]
  cwd?: string
  env?: Record<string, string>
  logFile: string
  /** Called for each line of its output. */
  onLine?: (line: string) => void
  /** Called for each message of its IPC channel; its result is sent back. */
  onMessage?: (message: unknown) => Promise<unknown>
  /** Recognizes the output line that says the program is ready. */
  readyWhen: (line: string) => boolean
  /** Time limit for that, ms. */
  readyWithinMs: number
  /** Restart it when it ends by itself. */
  keepAlive: boolean
}

interface Running {
  options: ProgramOptions
  child: ChildProcess
}

const withParent = new URL('./with-parent.ts', import.meta.url).href
/** Young generation, in MB: busy programs keep up to 48 by default, which three programs multiply. */
const frugal = ['--max-semi-space-size=4']
const restartDelaysMs = [500, 1000, 2000, 5000, 10_000]

/**
 * The processes of one portal. All end together: by `stopAll`, or by their IPC channel when this process is killed. A
 * process that ends by itself is restarted with growing delays, and `onTrouble` is called.
 */
export class ProcessGroup {
  readonly #running = new Map<string, Running>()
  readonly #onTrouble: (text: string) => void
  /** Names of stopped programs: they are not restarted. */
  readonly #stopped = new Set<string>()
  #stopping = false

  constructor(onTrouble: (text: string) => void) {
    this.#onTrouble = onTrouble
  }

  /** Resolves when the program is ready; rejects with its last lines when it ends or stays silent. */
  start(options: ProgramOptions): Promise<void> {
    this.#stopped.delete(options.name)
    return new Promise((done, refuse) => {
      const last: string[] = []
      let settled = false
      const settle = (error?: Error) => {
        if (settled) return
        settled = true
        clearTimeout(timer)
        if (error) refuse(error)
        else done()
      }
      const failure = (what: string) =>
        new Error(
          `${options.name} ${what}; its last words:\n    ${last.join('\n    ') || '(none)'}\n    (all of it: ${options.logFile})`,
        )
      const timer = setTimeout(
        () => settle(failure(`was not ready after ${options.readyWithinMs / 1000} s`)),
        options.readyWithinMs,
      )
      this.#spawn(
        options,
        0,
        (line) => {
          last.push(line)
          if (last.length > 8) last.shift()
          options.onLine?.(line)
          if (options.readyWhen(line)) settle()
        },
        (code) => settle(failure(`ended with code ${code}`)),
        () => settled,
      )
    })
  }

  #spawn(
    options: ProgramOptions,
    attempt: number,
    onLine: (line: string) => void,
    onEnd: (code: number | null) => void,
    wasReady: () => boolean,
  ): void {
    const log = createWriteStream(options.logFile, { flags: 'a' })
    const child = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', ...frugal, '--import', withParent, ...options.args],
      {
        ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
        env: { MALLOC_ARENA_MAX: '2', ...process.env, ...options.env },
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        // A process group of its own: Ctrl-C reaches only this process, which then stops the others in order.
        detached: process.platform !== 'win32',
      },
    )
    this.#running.set(options.name, { options, child })
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue
      createInterface({ input: stream }).on('line', (line) => {
        log.write(`${line}\n`)
        onLine(line)
      })
    }
    const since = Date.now()
    child.on('error', (error) => onLine(error.message))
    const { onMessage } = options
    if (onMessage) {
      child.on('message', (message) => {
        // The asking process may have ended meanwhile.
        void onMessage(message).then((answer) => child.connected && child.send(answer as object, () => undefined))
      })
    }
    child.on('close', (code) => {
      log.end()
      this.#running.delete(options.name)
      onEnd(code)
      if (this.#isOver(options.name) || !options.keepAlive || !wasReady()) return
      const next = Date.now() - since > 60_000 ? 0 : attempt
      const delay = restartDelaysMs[Math.min(next, restartDelaysMs.length - 1)] ?? 0
      this.#onTrouble(
        `${options.name} ended (code ${code ?? 'signal'}); starting it again in ${delay / 1000} s. Log: ${options.logFile}`,
      )
      setTimeout(() => {
        if (!this.#isOver(options.name)) this.#spawn(options, next + 1, onLine, onEnd, wasReady)
      }, delay)
    })
  }

  #isOver = (name: string) => this.#stopping || this.#stopped.has(name)

  /** Stops a program permanently; it need not be running. */
  async stop(name: string, graceMs = 2000): Promise<void> {
    this.#stopped.add(name)
    const running = this.#running.get(name)
    if (running) await ended(running.child, graceMs)
  }

  /** Stops in reverse order of start; each program has `graceMs` before it is killed. */
  async stopAll(graceMs = 8000): Promise<void> {
    this.#stopping = true
    for (const { child } of [...this.#running.values()].toReversed()) await ended(child, graceMs)
  }
}

const ended = (child: ChildProcess, graceMs: number) =>
  new Promise<void>((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done()
    const timer = setTimeout(() => child.kill('SIGKILL'), graceMs)
    child.once('exit', () => {
      clearTimeout(timer)
      done()
    })
    child.kill('SIGTERM')
  })
