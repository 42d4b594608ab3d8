import type { Aedes, Client } from 'aedes'
import type { Service } from '../base/service.ts'
import { allDevices } from '../station/device.ts'
import { allStations } from '../station/list-stations.ts'
import type { Clients } from './clients.ts'
import { configOf, energyOf, homeTopics, type HomeThing, onlineOf, stateOf } from './discovery.ts'
import { findHomeConfigs, findHomeStations, isAccountActive, keepHomeConfigs } from './queries/home.ts'
import { homeRoot } from './topics.ts'

/** How long a removed description is published as removed, for brokers that still retain it. */
const goneMs = 90 * 24 * 3_600_000

/**
 * Publishes an account's stations to its home servers, retained: when a home server subscribes, and periodically. Of
 * descriptions only changes are published; state and availability are published each time, because power expires and a
 * bridging broker may have missed a change.
 */
export class Home {
  readonly #service: Service
  readonly #broker: Aedes
  readonly #clients: Clients
  readonly #failed: (error: unknown) => void
  readonly #listening = new Set<Client>()
  readonly #told = new Map<string, Map<string, string>>()
  readonly #running = new Map<string, Promise<void>>()
  /** Accounts with a new subscriber during a running update. */
  readonly #again = new Set<string>()
  readonly #timer: NodeJS.Timeout

  constructor(
    service: Service,
    broker: Aedes,
    clients: Clients,
    options: { everyMs: number; failed: (error: unknown) => void },
  ) {
    this.#service = service
    this.#broker = broker
    this.#clients = clients
    this.#failed = options.failed
    this.#timer = setInterval(() => this.#tellAll(), options.everyMs)
    broker.on('subscribe', (subscriptions, client) => {
      const owner = clients.ownerOf(client)
      if (!owner || !subscriptions.some(({ topic }) => topic.startsWith(homeRoot(owner.accountId)))) return
      this.#listening.add(client)
      this.#tell(owner.accountId, true)
    })
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    this.#again.clear()
    await Promise.all(this.#running.values())
  }

  #tellAll(): void {
    const accounts = new Set<string>()
    for (const client of this.#listening) {
      const owner = this.#clients.ownerOf(client)
      if (owner) accounts.add(owner.accountId)
      else this.#listening.delete(client)
    }
    for (const accountId of accounts) this.#tell(accountId, false)
  }

  /** One update at a time per account, so that updates do not queue up behind a slow database. */
  #tell(accountId: string, isNew: boolean): void {
    if (this.#running.has(accountId)) {
      if (isNew) this.#again.add(accountId)
      return
    }
    const work = this.#tellOnce(accountId, isNew)
      .catch(this.#failed)
      .finally(() => {
        this.#running.delete(accountId)
        if (this.#again.delete(accountId)) this.#tell(accountId, true)
      })
    this.#running.set(accountId, work)
  }

  async #tellOnce(accountId: string, isNew: boolean): Promise<void> {
    const { db, now, settings } = this.#service
    // Its connections are closed soon. Its things are not removed, but nothing is published any more.
    if (!(await isAccountActive(db.read, accountId))) return
    const root = homeRoot(accountId)
    // Read before the counters: a correction of a counter clears its published value.
    const known = await findHomeConfigs(db.read, accountId)
    const things = await thingsOf(this.#service, accountId)
    const toldKwh = new Map(known.map(({ topic, energy_kwh }) => [topic, energy_kwh]))
    const next = new Map<string, string>()
    const configs = things.map((thing) => {
      const topics = homeTopics(root, thing.id)
      const told = toldKwh.get(topics.config) ?? null
      next.set(topics.config, configOf(root, thing, settings.baseUrl))
      next.set(topics.online, onlineOf(thing))
      next.set(topics.state, stateOf(thing, told))
      return { topic: topics.config, beforeKwh: told, energyKwh: energyOf(thing.energyTotalKwh, told) }
    })
    const isGone = ({ topic, gone_at }: (typeof known)[number]) => gone_at === null && !next.has(topic)
    const isOther = configs.some(({ topic, energyKwh }) => !toldKwh.has(topic) || toldKwh.get(topic) !== energyKwh)
    // Stored before it is published: after a crash no counter decreases, and no removed thing stays retained.
    if (isOther || known.some(isGone) || known.some(({ topic, gone_at }) => gone_at !== null && next.has(topic)))
      await db.transaction((tx) => keepHomeConfigs(tx, accountId, configs, now(), now() - goneMs))
    const former = this.#told.get(accountId) ?? new Map<string, string>()
    const gone = known.filter(({ topic, gone_at }) => !next.has(topic) && (isNew || gone_at === null))
    for (const topic of new Set([...former.keys(), ...gone.map((row) => row.topic)]))
      if (!next.has(topic)) await this.#publish(topic, '')
    for (const [topic, text] of next)
      if (former.get(topic) !== text || !topic.endsWith('/config')) await this.#publish(topic, text)
    this.#told.set(accountId, next)
  }

  #publish(topic: string, text: string): Promise<void> {
    const packet = { cmd: 'publish', topic, payload: Buffer.from(text), qos: 0, retain: true, dup: false } as const
    return new Promise((resolve, reject) => {
      this.#broker.publish(packet, (error) => (error ? reject(error) : resolve()))
    })
  }
}

/** Plants with the switch on, and their inverters. */
async function thingsOf(service: Service, accountId: string): Promise<HomeThing[]> {
  const ids = new Set(await findHomeStations(service.db.read, accountId))
  if (ids.size === 0) return []
  const stations = (await allStations(service, accountId)).filter(({ id }) => ids.has(id))
  const devices = (await allDevices(service, accountId)).filter(({ stationId }) => ids.has(stationId))
  const isNow = (age: { state: string }) => age.state === 'live' || age.state === 'late'
  return [
    ...stations.map(({ id, name, status, powerW, lifetime }) => ({
      id,
      name,
      model: null,
      plantId: null,
      status,
      powerW,
      energyTotalKwh: lifetime.sinceInstallationKwh,
    })),
    ...devices.map(({ id, name, model, stationId, status, age, powerW, energyTotalKwh }) => ({
      id,
      name,
      model,
      plantId: stationId,
      status,
      powerW: isNow(age) ? powerW : null,
      energyTotalKwh,
    })),
  ]
}
