import { batchMaker, makeHere } from './history/batch-maker.ts'
import { makeUp } from './history/make-up.ts'
import type { Plant } from './device/plant.ts'
import { openDoor, type OpenDoor } from './door/door.ts'
import { tickAtOrBefore } from './time/tick.ts'
import { ingestWays } from './logger/ingest-ways.ts'
import { reportLive } from './logger/report-live.ts'
import type { FleetSettings } from './fleet-settings.ts'
import { createMember } from './member.ts'
import type { FleetState } from './portal/fleet-state.ts'
import { portalClient, signIn } from './portal/portal-client.ts'
import { registerPlant, stillThere } from './portal/register.ts'
import { readState, writeState } from './portal/state-file.ts'
import { UsageError } from './options.ts'
import { backOffMs } from './time/back-off.ts'
import { scenarios, scenarioSwitches } from './scenario/scenario.ts'
import { switchedWorld } from './switchboard/switched-world.ts'
import type { Switch } from './switchboard/switchboard.ts'

const dayMs = 86_400_000
/** Ended switches are kept this long, because inverters wait up to 5 min after the grid has returned. */
const forgetAfterMs = 3_600_000

export interface RunningFleet {
  /** Number of loggers that report, each independently. */
  loggers: number
  /** Number of pending clock waits while all loggers and their side tasks are idle. */
  sleepers: number
  /** URL of the door for behaviours; null: no door. */
  door: string | null
  /** Rejects when a logger fails permanently. */
  live: Promise<never>
  /** Closes door and connections; the loggers continue as long as their clock runs. */
  close: () => Promise<void>
}

/** Registers the plants, sends the history that the portal misses, and starts live reporting. */
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
  const { specs: allSpecs, plants: byKey, board } = switchedWorld({ ...state, switches }, ownSpecs)
  const runs = ({ key }: { key: string }) => settings.only === undefined || settings.only.includes(key)
  const specs = allSpecs.filter(runs)
  const plants = [...byKey.values()].filter(({ spec }) => runs(spec))
  if (state.scenario) say(`scenario ${state.scenario}: ${scenarios[state.scenario].about}`)
  await register(plants, state, settings, save)

  const ways = ingestWays(settings.api, settings.mqtt, plants.length)
  const members = plants.map((plant, i) => createMember(plant, board, state, settings, ways.of(i), startedAt, save))
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

async function register(plants: Plant[], state: FleetState, settings: FleetSettings, save: () => void): Promise<void> {
  const { say, session } = settings
  const client = await clientOf(settings)
  const needed = state.scenario ? (scenarios[state.scenario].historyDays?.(state.beganAt) ?? 0) : 0
  const from = tickAtOrBefore(state.beganAt - Math.max(settings.historyDays, needed) * dayMs)
  for (const plant of plants) {
    const { key, name, inverters } = plant.spec
    const known = state.plants[key]
    // Without a client the portal cannot be asked, so registered plants count as present.
    const there = known ? client === null || (await stillThere(client, known)) : false
    if (known && !there) say(`the portal no longer has ${name}: it is created anew`)
    const registration =
      known && there
        ? known
        : { loggerTry: known ? known.loggerTry + 1 : 0, devices: [], seq: 0, state: plant.stateAt(from) }
    state.plants[key] = registration
    if (registration.devices.length < inverters.length || !registration.loggerKey) {
      if (client === null) throw new UsageError(`${name} is not registered, and nobody may add it`)
      await registerPlant(
        client,
        { ...plant.spec, name: `${settings.mark ?? ''}${name}` },
        settings.seed,
        registration,
        save,
      )
      say(`plant ${name}: ${inverters.length} inverters`)
    }
  }
  if (session !== undefined) await client?.call('DELETE /session')
}

/** Client signed in as the plants' owner; null: neither session nor password was given. */
async function clientOf({ api, account, password, session, clock, seed, say }: FleetSettings) {
  if (session !== undefined) return portalClient(api, session)
  if (password === null) return null
  const client = portalClient(api)
  await signIn(client, account, password, {
    wait: (attempt) => clock.wait(backOffMs(seed, attempt, 5000)),
    attempts: Number.POSITIVE_INFINITY,
    report: say,
  })
  return client
}

/** Removes switches that ended before the last acknowledged tick: no future frame depends on them. */
function forgetEnded(switches: Switch[], state: FleetState): void {
  const kept = switches.filter(({ plant, to }) => {
    const acknowledged = state.plants[plant]?.state.at
    return acknowledged === undefined || to === null || to > acknowledged - forgetAfterMs
  })
  switches.splice(0, switches.length, ...kept)
}
