import { type BatchMaker, batchMaker, makeHere } from './history/batch-maker.ts'
import { fillHistory, type FillTarget } from './history/fill.ts'
import { commandBus } from './commands/command-bus.ts'
import { httpCommandDoor } from './commands/command-door.ts'
import { type CommandTiming, runCommands } from './commands/run-commands.ts'
import type { Plant } from './device/plant.ts'
import { openDoor, type OpenDoor } from './door/door.ts'
import { tickAtOrBefore, tickMs } from './time/tick.ts'
import { httpIngestDoor, type IngestDoor } from './logger/ingest-door.ts'
import { type MqttIngestDoor, mqttIngestDoor } from './logger/mqtt-ingest-door.ts'
import { isOnline } from './logger/logger-behaviour.ts'
import { quartzErrorMs } from './logger/logger-clock.ts'
import { reportLive } from './logger/report-live.ts'
import { createLogger, type LoggerMemory, type VirtualLogger } from './logger/virtual-logger.ts'
import type { FleetState, PlantRegistration } from './portal/fleet-state.ts'
import { portalClient, signIn } from './portal/portal-client.ts'
import { registerPlant, stillThere } from './portal/register.ts'
import { readState, writeState } from './portal/state-file.ts'
import { seedOf } from './random/noise.ts'
import { UsageError } from './options.ts'
import { backOffMs } from './time/back-off.ts'
import type { Clock } from './time/clock.ts'
import { type ScenarioName, scenarios, scenarioSwitches } from './scenario/scenario.ts'
import { switchedWorld } from './switchboard/switched-world.ts'
import type { Switch, Switchboard } from './switchboard/switchboard.ts'
import type { PlantSpec } from './world/plant.ts'

export interface FleetSettings {
  /** Origin of the service. */
  api: string
  stateFile: string
  account: string
  password: string
  historyDays: number
  seed: number
  scenario?: ScenarioName | undefined
  /** Plants of one's own instead of the usual ones or a scenario's; their history is worked out in this thread. */
  world?: ((seed: number, beganAt: number) => PlantSpec[]) | undefined
  /** Broker that a share of the loggers push to, 0 to 1, instead of the service's HTTP door. */
  mqtt?: { url: string; share: number } | undefined
  /** Port of the door for behaviours, on loopback; 0: any that is free; undefined: no door. */
  doorPort?: number | undefined
  /** Loggers ask for commands and execute them; undefined: they only report. */
  commands?: CommandTiming | undefined
  clock: Clock
  say: (text: string) => void
}

const dayMs = 86_400_000
/** About 4 MB of JSON, 0.7 MB gzipped. */
const maxBatchRows = 7000
const parallelPlants = 2
/** Inverters wait up to 5 min for a grid that has returned. */
const forgetAfterMs = 3_600_000

interface Member {
  plant: Plant
  registration: PlantRegistration
  memory: LoggerMemory
  logger: VirtualLogger
  way: IngestDoor
  /** Asks for commands and executes them, for ever. */
  obey: (timing: CommandTiming) => Promise<never>
}

export interface RunningFleet {
  /** How many loggers report, each by itself. */
  loggers: number
  /** How many of them, and of what they do besides, wait for the clock when all is quiet. */
  sleepers: number
  /** Where behaviours are switched; null: there is no door. */
  door: string | null
  /** Rejects when a logger cannot go on. */
  live: Promise<never>
  /** Closes door and connections; the loggers report for as long as their clock runs. */
  close: () => Promise<void>
}

/** Registers the plants, makes up what the portal misses, and lets the loggers report live. */
export async function startFleet(settings: FleetSettings): Promise<RunningFleet> {
  const { clock, say } = settings
  const startedAt = clock.now()
  const state = readState<FleetState>(settings.stateFile) ?? {
    version: 1,
    seed: settings.seed,
    account: settings.account,
    beganAt: startedAt,
    scenario: settings.scenario,
    plants: {},
  }
  if (state.seed !== settings.seed) {
    throw new UsageError(`${settings.stateFile} belongs to seed ${state.seed}; use that or another folder`)
  }
  if (settings.scenario && state.scenario !== settings.scenario) {
    throw new UsageError(`${settings.stateFile} belongs to ${state.scenario ?? 'no scenario'}; use another folder`)
  }
  const save = () => writeState(settings.stateFile, state)
  const ownSpecs = settings.world?.(settings.seed, state.beganAt)
  state.switches ??= scenarioSwitches(state.scenario, settings.seed, state.beganAt, ownSpecs)
  const switches = state.switches
  forgetEnded(switches, state)
  const { specs, plants: byKey, board } = switchedWorld({ ...state, switches }, ownSpecs)
  const plants = [...byKey.values()]
  if (state.scenario) say(`scenario ${state.scenario}: ${scenarios[state.scenario].about}`)
  await register(plants, state, settings, save)

  const ways = ingestWays(settings, plants.length)
  const members = plants.map((plant, i) => member(plant, board, state, settings, ways.of(i), startedAt, save))
  const maker = ownSpecs ? makeHere(byKey) : batchMaker({ ...state, switches, scenario: state.scenario })
  try {
    await makeUp(members, board, settings, state, maker)
  } finally {
    await maker.close()
  }
  let door: OpenDoor | null = null
  if (settings.doorPort !== undefined) {
    const loggers = new Map(members.map(({ plant, memory }) => [plant.spec.key, memory.serial]))
    door = await openDoor({ specs, loggers, board, now: clock.now, save }, settings.doorPort)
    say(`door ${door.url}`)
  }
  say('live')
  const { commands } = settings
  const live = Promise.race(
    members.flatMap(({ plant, memory, logger, obey }) => [
      reportLive({ plantKey: plant.spec.key, serial: memory.serial, logger, seed: settings.seed, clock }),
      ...(commands ? [obey(commands)] : []),
    ]),
  )
  return {
    loggers: members.length,
    sleepers: members.length * (commands ? 2 : 1),
    door: door?.url ?? null,
    live,
    close: async () => {
      await door?.close()
      await ways.close()
    },
  }
}

/** Which way each logger pushes: of n loggers the given share, spread evenly, by MQTT. */
function ingestWays({ api, mqtt }: FleetSettings, count: number) {
  const http = httpIngestDoor(api)
  if (!mqtt) return { of: () => http, close: async () => {} }
  const { url, share } = mqtt
  const doors = new Map<number, MqttIngestDoor>()
  for (let i = 0; i < count; i++) {
    if (Math.floor((i + 1) * share + 1e-9) > Math.floor(i * share + 1e-9)) doors.set(i, mqttIngestDoor(url))
  }
  return {
    of: (i: number): IngestDoor => doors.get(i) ?? http,
    close: async () => void (await Promise.all([...doors.values()].map((door) => door.close()))),
  }
}

async function register(plants: Plant[], state: FleetState, settings: FleetSettings, save: () => void): Promise<void> {
  const { clock, say } = settings
  const client = portalClient(settings.api)
  await signIn(client, settings.account, settings.password, {
    wait: (attempt) => clock.wait(backOffMs(settings.seed, attempt, 5000)),
    attempts: Number.POSITIVE_INFINITY,
    report: say,
  })
  const needed = state.scenario ? (scenarios[state.scenario].historyDays?.(state.beganAt) ?? 0) : 0
  const from = tickAtOrBefore(state.beganAt - Math.max(settings.historyDays, needed) * dayMs)
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
  board: Switchboard,
  state: FleetState,
  settings: FleetSettings,
  way: IngestDoor,
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
    door: way,
    now: settings.clock.now,
    startedAt,
    maxBatchRows,
    clockErrorMs: quartzErrorMs(settings.seed, memory.serial),
    behaviours: () => board.logger(plant.spec.key),
    report: settings.say,
    save: () => {
      registration.seq = memory.seq
      registration.state = memory.state
      save()
    },
  })
  const obey = (timing: CommandTiming) =>
    runCommands({
      key: memory.key,
      seed: seedOf(settings.seed, memory.serial),
      door: httpCommandDoor(settings.api),
      bus: commandBus(plant, board, save),
      clock: settings.clock,
      timing,
      behaviours: () => board.logger(plant.spec.key),
    })
  return { plant, registration, memory, logger, way, obey }
}

/** Switches that ended before the last acknowledged tick are in no frame to come. */
function forgetEnded(switches: Switch[], state: FleetState): void {
  const kept = switches.filter(({ plant, to }) => {
    const acknowledged = state.plants[plant]?.state.at
    return acknowledged === undefined || to === null || to > acknowledged - forgetAfterMs
  })
  switches.splice(0, switches.length, ...kept)
}

/** Everything from the last acknowledged tick to now, at full speed, until less than one tick is missing. */
async function makeUp(
  all: Member[],
  board: Switchboard,
  settings: FleetSettings,
  state: FleetState,
  maker: BatchMaker,
): Promise<void> {
  const { clock, say } = settings
  const began = clock.now()
  let [sent, saidAt] = [0, began]
  // A logger without a connection makes up for it by itself once it has one.
  const members = all.filter(({ plant }) => isOnline(board.logger(plant.spec.key), began))
  for (;;) {
    const until = tickAtOrBefore(clock.now())
    if (members.every(({ memory }) => memory.state.at + tickMs > until)) break
    const targets = members.map((m) => fillTarget(m, settings, state))
    const before = sent
    sent += await fillHistory(targets, {
      make: maker.make,
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
  const seconds = Math.max((clock.now() - began) / 1000, 0.001)
  const rate = Math.round(sent / seconds).toLocaleString('en-US')
  say(`history complete: ${sent.toLocaleString('en-US')} samples in ${seconds.toFixed(1)} s, ${rate} samples/s`)
}

function fillTarget(
  { plant, registration, memory, logger, way }: Member,
  settings: FleetSettings,
  state: FleetState,
): FillTarget {
  return {
    plantKey: plant.spec.key,
    key: memory.key,
    serial: memory.serial,
    door: way,
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
