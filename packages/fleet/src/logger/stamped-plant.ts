import type { Plant } from '../device/plant.ts'
import { clockErrorMs, type LoggerBehaviour } from './logger-behaviour.ts'

const minuteMs = 60_000

/**
 * The plant with the measurement times that its logger records. A clock error of a minute or more shifts them by whole
 * minutes. Smaller errors do not, since the logger measures when its own clock reaches the tick.
 */
export function stampedPlant(plant: Plant, behaviours: () => readonly LoggerBehaviour[]): Plant {
  return {
    ...plant,
    next(state) {
      const readings = plant.next(state)
      const shift = Math.trunc(clockErrorMs(behaviours(), readings.at) / minuteMs) * minuteMs
      if (shift === 0) return readings
      return {
        at: readings.at,
        devices: readings.devices.map((frame) => ({ ...frame, at: frame.at + shift })),
        sensors: readings.sensors.map((frame) => ({ ...frame, at: frame.at + shift })),
      }
    },
  }
}
