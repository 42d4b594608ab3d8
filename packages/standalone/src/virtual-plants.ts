import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './options.ts'
import type { ProcessGroup } from './process-group.ts'

/** What the service asks: what there is for an account, to start it, or to end it. Each gets the state as answer. */
export interface VirtualPlantsQuestion {
  no: number
  accountId: string
  start?: VirtualPlantsOrder
  /** `keep`: only what says which loggers were theirs is still needed. `forget`: nothing is. */
  end?: 'keep' | 'forget'
}

export interface VirtualPlantsOrder {
  plants: 'all' | 'one'
  /** Of a session that adds the stations and is ended then. */
  token: string
  mark: string
}

export interface VirtualPlantsState {
  state: 'none' | 'starting' | 'live' | 'failed' | 'full'
  /** Of the history that is being made up; null: it has not begun, or is over. */
  percent: number | null
  /** Of plants that were ended. */
  loggerIds?: string[]
}

/** Says to the service that its starter answers such questions. */
export const virtualPlantsEnv = { VIRTUAL_PLANTS: 'here' }

interface Kept {
  plants: 'all' | 'one'
  mark: string
}

/** Each is a process of some 100 MB. */
const most = 4
const only = 'freiburg'
const historyDays = { all: 30, one: 7 } as const
const processOf = (accountId: string) => `virtual-${accountId}`
const isId = (text: string) => /^[0-9a-f-]{36}$/.test(text)
/** Of an account: its plants are its own, and so are their serials. */
const seedOf = (accountId: string) => createHash('sha256').update(accountId).digest().readUInt32BE(0)

/**
 * Virtual plants that an account asked for in its pages: a fleet of its own, which only ever has a session of that account
 * to add its stations, and then the keys of its loggers. It goes on at the next start.
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

  /** Starts those again that were there before. */
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

  /** They report no more, also after a restart. Asked again, it says the same, until they are forgotten. */
  async #end(accountId: string, end: 'keep' | 'forget'): Promise<VirtualPlantsState> {
    await this.#settings.group.stop(processOf(accountId))
    this.#states.delete(accountId)
    const folder = this.#folderOf(accountId)
    const loggerIds = loggersIn(join(folder, 'fleet.json'))
    rmSync(end === 'forget' ? folder : join(folder, 'plants.json'), { recursive: true, force: true })
    // Its name is the account's.
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

/** Of the file that the fleet keeps: what it has added so far. */
function loggersIn(file: string): string[] {
  if (!existsSync(file)) return []
  const { plants } = JSON.parse(readFileSync(file, 'utf8')) as { plants: Record<string, { loggerId?: string }> }
  return Object.values(plants).flatMap(({ loggerId }) => loggerId ?? [])
}
