import { commandBus } from './commands/command-bus.ts'
import { httpCommandDoor } from '@helioport/gateway/command-door'
import { type CommandTiming, runCommands } from './commands/run-commands.ts'
import type { Plant } from './device/plant.ts'
import type { FleetSettings } from './fleet-settings.ts'
import { maxBatchRows } from './logger/batch.ts'
import type { IngestDoor } from '@helioport/gateway/ingest-door'
import { quartzErrorMs } from './logger/logger-clock.ts'
import { createLogger, type LoggerMemory, type VirtualLogger } from './logger/virtual-logger.ts'
import type { FleetState, PlantRegistration } from './portal/fleet-state.ts'
import { seedOf } from './random/noise.ts'
import type { Switchboard } from './switchboard/switchboard.ts'

/** A plant of the fleet and its logger. */
export interface Member {
  plant: Plant
  registration: PlantRegistration
  memory: LoggerMemory
  logger: VirtualLogger
  way: IngestDoor
  /** Fetches commands and executes them; never returns. */
  obey: (timing: CommandTiming) => Promise<never>
}

export function createMember(
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
