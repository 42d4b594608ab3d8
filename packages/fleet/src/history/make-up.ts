import type { FleetSettings } from '../fleet-settings.ts'
import { isOnline } from '../logger/logger-behaviour.ts'
import { maxBatchRows } from '../logger/batch.ts'
import type { Member } from '../member.ts'
import type { FleetState } from '../portal/fleet-state.ts'
import { writeState } from '../portal/state-file.ts'
import type { Switchboard } from '../switchboard/switchboard.ts'
import { tickAtOrBefore, tickMs } from '../time/tick.ts'
import type { BatchMaker } from './batch-maker.ts'
import { fillHistory, type FillTarget } from './fill.ts'

const parallelPlants = 2

/** Sends all ticks from the last acknowledged one to now, at full speed, until none is missing. */
export async function makeUp(
  all: Member[],
  board: Switchboard,
  settings: FleetSettings,
  state: FleetState,
  maker: BatchMaker,
): Promise<void> {
  const { clock, say } = settings
  const began = clock.now()
  let [sent, saidAt] = [0, began]
  // A logger that is offline now sends its missing ticks by itself after it reconnects.
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
