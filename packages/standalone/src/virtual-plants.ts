import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './options.ts'
import type { ProcessGroup } from './process-group.ts'

/**
 * Questions of the service: the state of an account's virtual plants, their start or end. Each is answered by the
 * state.
 */
export interface VirtualPlantsQuestion {
  no: number
  accountId: string
  start?: VirtualPlantsOrder
  /** `keep`: only the list of their loggers is kept. `forget`: nothing is. */
  end?: 'keep' | 'forget'
}

export interface VirtualPlantsOrder {
  plants: 'all' | 'one'
  /** Token of a session that adds the stations and is then ended. */
  token: string
  mark: string
}

export interface VirtualPlantsState {
  state: 'none' | 'starting' | 'live' | 'failed' | 'full'
  /** Progress of generating the history; null: not begun, or over. */
  percent: number | null
  /** Loggers of plants that were ended. */
  loggerIds?: string[]
}

/** Tells the service that its parent process answers such questions. */
export const virtualPlantsEnv = { VIRTUAL_PLANTS: 'here' }

interface Kept {
  plants: 'all' | 'one'
  mark: string
}

/** Each fleet is a process of some 100 MB. */
const most = 4
const only = 'freiburg'
const historyDays = { all: 30, one: 7 } as const
const processOf = (accountId: string) => `virtual-${accountId}`
const isId = (text: string) => /^[0-9a-f-]{36}$/.test(text)
/** Seed of an account: its plants and serials are unique to it. */
const seedOf = (accountId: string) => createHash('sha256').update(accountId).digest().readUInt32BE(0)

/**
 * Virtual plants that an account asked for: a fleet of its own, which holds a session of that account only to add its
 * stations, and afterwards only its loggers' keys. It continues at the next start.
 */
export class VirtualPlants {
  readonly #states = new Map<string, VirtualPlantsState>()
  readonly #settings: { group: ProcessGroup; data: string; service: string }

  constructor(settings: { group: ProcessGroup; data: string; service: string }) {
    this.#settings = settings
  }

  /** Answers a message of the service. */
  readonly answer = async (message: unknown): Promise<VirtualPlantsState & { no: number }> => {
    const { no, accountId, start, end } = message as VirtualPlantsQuestion
    if (start && isId(accountId)) return { no, ...this.#order(accountId, start) }
    if (end && isId(accountId)) return { no, ...(await this.#end(accountId, end)) }
    return { no, ...(this.#states.get(accountId) ?? none) }
  }

  /** Resumes the plants of earlier starts. */
  resume(): void {
    const root = join(this.#settings.data, 'virtual')
    if (!existsSync(root)) return
    for (const accountId of readdirSync(root).filter(isId)) {
      const file = join(root, accountId, 'plants.json')
      if (existsSync(file)) this.#start(accountId, JSON.parse(readFileSync(file, 'utf8')) as Kept)
    }
  }

  #order(accountId: string, { plants, token, mark }: VirtualPlantsOrder): VirtualPlantsState {
    const known = this.#states.get(accountId)
    if (known && known.state !== 'failed') return known
    if (!known && this.#states.size >= most) return { state: 'full', percent: null }
    const folder = this.#folderOf(accountId)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, 'session'), token, { mode: 0o600 })
    const kept: Kept = { plants, mark }
    writeFileSync(join(folder, 'plants.json'), JSON.stringify(kept), { mode: 0o600 })
    return this.#start(accountId, kept)
  }

  /** Ends the reports permanently. Idempotent until the plants are forgotten. */
  async #end(accountId: string, end: 'keep' | 'forget'): Promise<VirtualPlantsState> {
    await this.#settings.group.stop(processOf(accountId))
    this.#states.delete(accountId)
    const folder = this.#folderOf(accountId)
    const loggerIds = loggersIn(join(folder, 'fleet.json'))
    rmSync(end === 'forget' ? folder : join(folder, 'plants.json'), { recursive: true, force: true })
    // The log's name contains the account.
    if (end === 'forget') rmSync(this.#logOf(accountId), { force: true })
    return { ...none, loggerIds }
  }

  #start(accountId: string, { plants, mark }: Kept): VirtualPlantsState {
    const { group, service } = this.#settings
    const folder = this.#folderOf(accountId)
    const state: VirtualPlantsState = { state: 'starting', percent: null }
    this.#states.set(accountId, state)
    group
      .start({
        name: processOf(accountId),
        args: [
          join(projectRoot, 'packages/fleet/src/main.ts'),
          `--api=${service}`,
          `--data=${folder}`,
          `--account=${accountId}`,
          `--session-file=${join(folder, 'session')}`,
          `--history-days=${historyDays[plants]}`,
          `--seed=${seedOf(accountId)}`,
          ...(mark === '' ? [] : [`--mark=${mark}`]),
          ...(plants === 'one' ? [`--only=${only}`] : []),
        ],
        logFile: this.#logOf(accountId),
        onLine: (line) => {
          const percent = /^fleet: history (\d+) %/.exec(line)?.[1]
          if (percent !== undefined) state.percent = Number(percent)
        },
        readyWhen: (line) => line.includes('fleet: live'),
        readyWithinMs: 1_800_000,
        keepAlive: true,
      })
      .then(
        () => Object.assign(state, { state: 'live', percent: null }),
        () => Object.assign(state, { state: 'failed', percent: null }),
      )
    return state
  }

  #logOf = (accountId: string) => join(this.#settings.data, 'logs', `virtual-${accountId}.log`)

  #folderOf = (accountId: string) => join(this.#settings.data, 'virtual', accountId)
}

const none: VirtualPlantsState = { state: 'none', percent: null }

/** Loggers that the fleet has added so far, from its state file. */
function loggersIn(file: string): string[] {
  if (!existsSync(file)) return []
  const { plants } = JSON.parse(readFileSync(file, 'utf8')) as { plants: Record<string, { loggerId?: string }> }
  return Object.values(plants).flatMap(({ loggerId }) => loggerId ?? [])
}
