import { deviceModes } from '@helioport/contract'
import type { DeviceFrame, SensorFrame } from '@helioport/contract/ingest'
import { powerCounter } from './counters.ts'
import type { PlantMap } from './plant-map.ts'
import type { ReportBuilder } from './report.ts'
import type { MeasuredRow } from './row-reader.ts'

export interface MeasuredFrames {
  /** Measurement time of all of them, epoch ms. */
  at: number
  devices: DeviceFrame[]
  sensors: SensorFrame[]
}

/** Makes of rows what a logger would have sent. Stateful: rows go in by time. */
export interface FrameMaker {
  /** Frames up to this row: where a gap precedes it, also the end of the interval before the gap. */
  add: (row: MeasuredRow) => MeasuredFrames[]
  /** The end of the last interval. */
  end: () => MeasuredFrames[]
}

const kwhDigits = 1e6

export function frameMaker(map: PlantMap, report: ReportBuilder): FrameMaker {
  const intervalMs = map.intervalMinutes * 60_000
  const stamp = map.time.stamp ?? 'start'
  const counters = map.devices.map((device) => (device.energyTotal ? undefined : powerCounter(stamp, intervalMs)))
  let former: MeasuredRow | undefined

  const deviceFrame = (
    i: number,
    at: number,
    values: MeasuredRow['devices'][number],
    counted?: number,
  ): DeviceFrame => {
    const energyTotalKwh = values.energyTotalKwh ?? counted
    return {
      serial: map.devices[i]?.serial ?? '',
      at,
      mode: (values.powerW ?? 0) > 0 ? deviceModes.onGrid : deviceModes.standby,
      errorWord: 0,
      powerW: values.powerW ?? null,
      ...(values.dcPowerW === undefined ? {} : { dcPowerW: values.dcPowerW }),
      ...(energyTotalKwh === undefined ? {} : { energyTotalKwh: Math.round(energyTotalKwh * kwhDigits) / kwhDigits }),
    }
  }

  /** Counters where the open interval ends, so that its energy is not put beyond the gap. */
  function closing(): MeasuredFrames[] {
    const devices = counters.flatMap((counter, i) => {
      const close = counter?.closing()
      return close ? [{ ...deviceFrame(i, close.at, {}, close.energyTotalKwh), mode: deviceModes.onGrid }] : []
    })
    return devices[0] ? [{ at: devices[0].at, devices, sensors: [] }] : []
  }

  function account(row: MeasuredRow, from: number, ms: number): void {
    const powerW = row.devices.reduce((sum, device) => sum + Math.max(device.powerW ?? 0, 0), 0)
    report.measured(from, ms, powerW, row.sensors.irradianceWm2 ?? undefined)
  }

  return {
    add(row) {
      const frames: MeasuredFrames[] = []
      report.time(row.at)
      const gap = former !== undefined && row.at - former.at > intervalMs * 1.5
      if (gap) frames.push(...closing())
      const ms = former ? Math.min(row.at - former.at, intervalMs) : intervalMs
      if (stamp === 'end') account(row, row.at - ms, ms)
      else if (former) account(former, former.at, ms)
      const devices = row.devices.flatMap((values, i) => {
        const counted = counters[i]?.at(row.at, values.powerW)
        return Object.keys(values).length > 0 ? [deviceFrame(i, row.at, values, counted)] : []
      })
      const sensors = Object.keys(row.sensors).length > 0 ? [{ at: row.at, ...row.sensors }] : []
      former = row
      frames.push({ at: row.at, devices, sensors })
      return frames
    },
    end() {
      if (former && stamp === 'start') account(former, former.at, intervalMs)
      return closing()
    },
  }
}
