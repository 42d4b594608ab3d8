import { gunzipSync } from 'node:zlib'
import { deviceModes } from '@helioport/contract'
import { type DeviceFrame, IngestBatch } from '@helioport/contract/ingest'
import Value from 'typebox/value'
import { lightLoss } from '../behaviour/light-loss.ts'
import { createPlant } from '../device/plant.ts'
import { play } from '../scenario/play.ts'
import { createSwitchboard } from '../switchboard/switchboard.ts'
import { tickMs } from '../time/tick.ts'
import { arava } from '../world/israel.ts'
import { changhua } from '../world/taiwan.ts'

const minute = 60_000
const noon = Date.UTC(2026, 6, 10, 9, 30)
const day = 86_400_000

/** Resolution of the registers, in the units of the wire (CPS SCA-M V4.16). */
const resolution: Partial<Record<keyof DeviceFrame, number>> = {
  powerW: 0.1,
  reactiveVar: 0.1,
  powerFactor: 0.001,
  frequencyHz: 0.01,
  acVoltageV: 0.1,
  acCurrentA: 0.01,
  dcPowerW: 0.1,
  mpptVoltageV: 0.1,
  mpptCurrentA: 0.01,
  stringCurrentA: 0.01,
  cabinetC: 0.1,
  energyTotalKwh: 0.001,
  energyTodayKwh: 0.001,
}

test('a day of frames has the steps, modes and unsigned error words of the registers', async () => {
  const plants = [changhua(1, noon)]
  const uploads = await play({ plants, board: createSwitchboard(plants, 1), seed: 1, from: noon - day, to: noon })
  const modes: readonly number[] = Object.values(deviceModes)
  const frames = uploads.flatMap(({ batch }) => batch.devices)
  expect(frames.length).toBeGreaterThan(1000)
  const off: string[] = []
  for (const frame of frames) {
    expect(modes).toContain(frame.mode)
    expect((frame.errorWord ?? NaN) >>> 0).toBe(frame.errorWord)
    for (const [name, step] of Object.entries(resolution)) {
      for (const value of [frame[name as keyof DeviceFrame] ?? []].flat() as number[]) {
        if (Math.abs(value / step - Math.round(value / step)) > 1e-6) off.push(`${name} ${value}`)
      }
    }
  }
  expect(off).toEqual([])
  for (const { body, batch } of uploads) {
    expect([body[0], body[1]]).toEqual([0x1f, 0x8b])
    expect(Value.Check(IngestBatch, batch)).toBe(true)
    expect(JSON.parse(gunzipSync(body).toString())).toEqual(batch)
  }
})

test('an upload of five minutes averages five samples: two dark minutes cost two fifths of the power', () => {
  const spec = arava(1, noon)
  const [first] = spec.inverters
  if (!first) throw new Error('no inverter')
  const power = (dark?: { from: number; to: number }) => {
    const behaviours = dark ? [lightLoss(dark, 0)] : []
    const plant = createPlant({ ...spec, inverters: [{ ...first, behaviours }] }, 1)
    const readings = plant.next(plant.stateAt(noon))
    expect(readings.at).toBe(noon + tickMs)
    return readings.devices[0]?.powerW ?? 0
  }
  const share = power({ from: noon + 1.5 * minute, to: noon + 3.5 * minute }) / power()
  expect(share).toBeGreaterThan(0.59)
  expect(share).toBeLessThan(0.61)
})
