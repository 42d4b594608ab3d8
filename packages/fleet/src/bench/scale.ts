import { gunzipSync } from 'node:zlib'
import { createPlant } from '../device/plant.ts'
import type { IngestDoor } from '@helioport/gateway/ingest-door'
import { reportLive } from '../logger/report-live.ts'
import { createLogger } from '../logger/virtual-logger.ts'
import { simulatedClock } from '../time/simulated-clock.ts'
import { tickMs } from '../time/tick.ts'
import { manyPlants } from './many-plants.ts'

/**
 * Measures the cost of live inverters: one hour around noon, all awake, each plant with a logger of its own. `node
 * src/bench/scale.ts [inverters]`; reports CPU per upload interval and bytes on the wire.
 */
const wanted = Number(process.argv[2] ?? 2000)
const from = Date.UTC(2026, 5, 21, 5)
const ticks = 12

const specs = manyPlants(wanted, from)
const clock = simulatedClock(from)
let [uploads, frames, sent, unpacked] = [0, 0, 0, 0]
const bodies: Uint8Array[] = []
const door: IngestDoor = {
  deliver(_, _serial, body) {
    uploads++
    sent += body.byteLength
    bodies.push(body)
    return Promise.resolve({ kind: 'accepted', reply: { accepted: 0, duplicates: 0, rejected: [], serverTime: 0 } })
  },
}
const startedAt = process.cpuUsage()
for (const spec of specs) {
  const plant = createPlant(spec, 1)
  const logger = createLogger({
    plant,
    memory: { serial: spec.key, key: spec.key, seq: 0, state: plant.stateAt(from) },
    door,
    now: clock.now,
    startedAt: from,
    save: () => undefined,
    report: () => undefined,
    maxBatchRows: 7000,
  })
  void reportLive({ plantKey: spec.key, serial: spec.key, logger, seed: 1, clock })
}
const seconds = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1e6
const setUp = seconds(process.cpuUsage(startedAt))
const before = process.cpuUsage()
await clock.runTo(from + (ticks + 1) * tickMs - 1)
const cpu = seconds(process.cpuUsage(before)) / ticks

for (const body of bodies) {
  const text = gunzipSync(body)
  unpacked += text.byteLength
  frames += (JSON.parse(text.toString()) as { devices: unknown[] }).devices.length
}
const line = (name: string, value: string) => process.stdout.write(`${name.padEnd(34)}${value}\n`)
line('inverters, plants', `${wanted}, ${specs.length}`)
line('frames per interval', (frames / ticks).toFixed(0))
line('CPU to set up', `${setUp.toFixed(2)} s`)
line('CPU per interval of 300 s', `${cpu.toFixed(3)} s (${((cpu / 300) * 100).toFixed(2)} % of a core)`)
line('per frame, JSON and gzipped', `${(unpacked / frames).toFixed(0)} B, ${(sent / frames).toFixed(0)} B`)
line('per interval, gzipped', `${(sent / ticks / 1024).toFixed(0)} KiB in ${uploads / ticks} uploads`)
line('memory', `${(process.memoryUsage().rss / 1048576).toFixed(0)} MiB`)
process.exit(0)
