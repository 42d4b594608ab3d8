import { batchMaker } from './history/batch-maker.ts'
import { fillHistory, type FillTarget } from './history/fill.ts'
import { createPlant, type Plant, tickAtOrBefore, tickMs } from './device/plant.ts'
import { httpIngestDoor, type IngestDoor } from './logger/ingest-door.ts'
import { createLogger, type LoggerMemory, type VirtualLogger } from './logger/virtual-logger.ts'
import type { FleetState, PlantRegistration } from './portal/fleet-state.ts'
import { portalClient, signIn } from './portal/portal-client.ts'
import { registerPlant, stillThere } from './portal/register.ts'
import { readState, writeState } from './portal/state-file.ts'
import { UsageError } from './options.ts'
import { seedOf, uniform } from './random/noise.ts'
import { backOffMs } from './time/back-off.ts'
import type { Clock } from './time/clock.ts'
import { world } from './world/world.ts'

export interface FleetSettings {
  /** Origin of the service. */
  api: string
  stateFile: string
  account: string
  password: string
  historyDays: number
  seed: number
  clock: Clock
  say: (text: string) => void
}

const dayMs = 86_400_000
/** About 4 MB of JSON, 0.7 MB gzipped. */
const maxBatchRows = 7000
const parallelPlants = 2

interface Member {
  plant: Plant
  registration: PlantRegistration
  memory: LoggerMemory
  logger: VirtualLogger
}

/** Registers the plants, makes up what the portal misses, then reports live for good. */
export async function runFleet(settings: FleetSettings): Promise<never> {
  const { clock, say } = settings
  const startedAt = clock.now()
  const state = readState<FleetState>(settings.stateFile) ?? {
    version: 1,
    seed: settings.seed,
    account: settings.account,
    beganAt: startedAt,
    plants: {},
  }
  if (state.seed !== settings.seed) {
    throw new UsageError(`${settings.stateFile} belongs to seed ${state.seed}; use that or another folder`)
  }
  const save = () => writeState(settings.stateFile, state)
  const plants = world(settings.seed, state.beganAt).map((spec) => createPlant(spec, settings.seed))
  await register(plants, state, settings, save)

  const door = httpIngestDoor(settings.api)
  const members = plants.map((plant) => member(plant, state, settings, door, startedAt, save))
  await makeUp(members, state, settings, door)
  say('live')
  await Promise.all(members.map((m) => reportLive(m, settings)))
  throw new Error('the live reports ended')
}

async function register(plants: Plant[], state: FleetState, settings: FleetSettings, save: () => void): Promise<void> {
  const { clock, say } = settings
  const client = portalClient(settings.api)
  await signIn(client, settings.account, settings.password, {
    wait: (attempt) => clock.wait(backOffMs(settings.seed, attempt, 5000)),
    attempts: Number.POSITIVE_INFINITY,
    report: say,
  })
  const from = tickAtOrBefore(state.beganAt - settings.historyDays * dayMs)
  for (const plant of plants) {
    const { key, name, inverters } = plant.spec
    const known = state.plants[key]
    const there = known ? await stillThere(client, known) : false
    if (known && !there) say(`the portal no longer has ${name}: it is created anew`)
    const registration =
      known && there
        ? known
        : { loggerTry: known ? known.loggerTry + 1 : 0, devices: [], seq: 0, state: plant.stateAt(from) }
    state.plants[key] = registration
    if (registration.devices.length < inverters.length || !registration.loggerKey) {
      await registerPlant(client, plant.spec, settings.seed, registration, save)
      say(`plant ${name}: ${inverters.length} inverters`)
    }
  }
}

function member(
  plant: Plant,
  state: FleetState,
  settings: FleetSettings,
  door: IngestDoor,
  startedAt: number,
  save: () => void,
): Member {
  const registration = state.plants[plant.spec.key]
  if (!registration?.loggerKey || !registration.loggerSerial) throw new Error(`${plant.spec.key} is not registered`)
  const memory: LoggerMemory = {
    serial: registration.loggerSerial,
    key: registration.loggerKey,
    seq: registration.seq,
    state: registration.state,
  }
  const logger = createLogger({
    plant,
    memory,
    door,
    now: settings.clock.now,
    startedAt,
    maxBatchRows,
    report: settings.say,
    save: () => {
      registration.seq = memory.seq
      registration.state = memory.state
      save()
    },
  })
  return { plant, registration, memory, logger }
}

/** Everything from the last acknowledged tick to now, at full speed, until less than one tick is missing. */
async function makeUp(members: Member[], state: FleetState, settings: FleetSettings, door: IngestDoor): Promise<void> {
  const { clock, say } = settings
  const began = clock.now()
  let [sent, saidAt] = [0, began]
  const maker = batchMaker({ seed: settings.seed, beganAt: state.beganAt })
  try {
    for (;;) {
      const until = tickAtOrBefore(clock.now())
      if (members.every(({ memory }) => memory.state.at + tickMs > until)) break
      const targets = members.map((m) => fillTarget(m, settings, state))
      const before = sent
      sent += await fillHistory(targets, {
        make: maker.make,
        door,
        wait: clock.wait,
        report: say,
        until,
        maxRows: maxBatchRows,
        parallel: parallelPlants,
        progress: ({ samples, share }) => {
          if (clock.now() - saidAt < 1000) return
          saidAt = clock.now()
          say(`history ${Math.floor(share * 100)} % (${(before + samples).toLocaleString('en-US')} samples)`)
        },
      })
    }
  } finally {
    await maker.close()
  }
  const seconds = Math.max((clock.now() - began) / 1000, 0.001)
  const rate = Math.round(sent / seconds).toLocaleString('en-US')
  say(`history complete: ${sent.toLocaleString('en-US')} samples in ${seconds.toFixed(1)} s, ${rate} samples/s`)
}

function fillTarget(
  { plant, registration, memory, logger }: Member,
  settings: FleetSettings,
  state: FleetState,
): FillTarget {
  return {
    plantKey: plant.spec.key,
    key: memory.key,
    serial: memory.serial,
    state: () => memory.state,
    envelope: logger.envelope,
    acknowledge: (next) => {
      memory.state = next
      registration.seq = memory.seq
      registration.state = next
      writeState(settings.stateFile, state)
    },
  }
}

/** One upload per tick, some seconds after it, each logger at its own second. */
async function reportLive({ plant, memory, logger }: Member, settings: FleetSettings): Promise<void> {
  const { clock } = settings
  const own = seedOf(settings.seed, memory.serial)
  const offsetMs = 2000 + 18_000 * uniform(seedOf(settings.seed, plant.spec.key), 71, 0)
  for (let failures = 0; ;) {
    const due = tickAtOrBefore(clock.now() - offsetMs) + tickMs + offsetMs
    await clock.wait(failures === 0 ? due - clock.now() : Math.min(backOffMs(own, failures), due - clock.now()))
    failures = (await logger.upload()) ? 0 : failures + 1
  }
}
