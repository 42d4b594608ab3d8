import type { Mapped } from '@helioport/contract/mapping'
import { trouble, type Trouble } from '../source/trouble.ts'
import { DeviceParts, type Heard } from './device-parts.ts'
import type { GatewayMapping } from './gateway-mapping.ts'

/** More devices mean a broker that serves more than one home. */
const mostDevices = 200

/** Identity of the counter by topic and path: another field is another counter. */
function counterFieldOf(kind: string, { topic, fields }: GatewayMapping): string | null {
  const path = fields.find(({ field }) => field === 'energyTotalKwh')?.path
  return path === undefined
    ? null
    : [kind, topic, path]
        .filter((word) => word)
        .join(' ')
        .slice(0, 120)
}

/** Devices heard of, by serial, and the trouble of messages that gave no values. */
export class HeardDevices {
  readonly #keepMs: number
  readonly devices = new Map<string, DeviceParts>()
  /** Trouble of the last unusable message; null: every message was usable. */
  trouble: Trouble | null = null

  constructor(keepMs: number) {
    this.#keepMs = keepMs
  }

  /**
   * @param place for people: a topic, an address
   * @returns why the message gave no values; null: it gave some
   */
  put(mapped: Mapped, mapping: GatewayMapping, { kind, place, now }: { kind: string; place: string; now: number }) {
    if (!mapped.part) {
      this.trouble = trouble(`mapping.${mapped.reason}`, { place })
      return this.trouble
    }
    const { serial } = mapped.part
    const device = this.devices.get(serial) ?? new DeviceParts(this.#keepMs)
    if (!this.devices.has(serial) && this.devices.size >= mostDevices)
      return trouble('mapping.tooMany', { place, count: mostDevices })
    this.devices.set(serial, device)
    const heard: Heard = {
      key: `${mapping.topic ?? ''}\n${place}`,
      part: mapped.part,
      counterField: counterFieldOf(kind, mapping),
      model: mapping.model,
    }
    device.hear(heard, now)
    this.trouble = null
    return Object.keys(mapped.part.values).length > 0 ? null : trouble('mapping.noValue', { place })
  }
}
