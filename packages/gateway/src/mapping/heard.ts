import type { Mapped, MappingReason } from '@helioport/contract/mapping'
import { DeviceParts, type Heard } from './device-parts.ts'
import type { GatewayMapping } from './gateway-mapping.ts'

/** More is no house, but a broker that tells of others, too. */
const mostDevices = 200

/** Words for the reasons of the portal's rules. */
const reasonWords: Record<MappingReason, string> = {
  topic: 'no mapping is for it',
  tooLarge: 'it is too large',
  tooDeep: 'it is nested too deep',
  serial: 'no serial of 4 signs or more is where the mapping says',
  time: 'the time is not where the mapping says, or is none of the last 30 days',
}

/** Field of a message in which the lifetime counter stands: another one is another counter. */
function counterFieldOf(kind: string, { topic, fields }: GatewayMapping): string | null {
  const path = fields.find(({ field }) => field === 'energyTotalKwh')?.path
  return path === undefined
    ? null
    : [kind, topic, path]
        .filter((word) => word)
        .join(' ')
        .slice(0, 120)
}

/** The devices that messages told of, by serial, and why others made nothing. */
export class HeardDevices {
  readonly #keepMs: number
  readonly devices = new Map<string, DeviceParts>()
  /** Why the last message that made nothing did not; null: all made something. */
  trouble: string | null = null

  constructor(keepMs: number) {
    this.#keepMs = keepMs
  }

  /**
   * @param place for people: a topic, an address
   * @returns why the message made nothing; null: it told values
   */
  put(mapped: Mapped, mapping: GatewayMapping, { kind, place, now }: { kind: string; place: string; now: number }) {
    if (!mapped.part) {
      this.trouble = `${place}: ${reasonWords[mapped.reason]}`
      return this.trouble
    }
    const { serial } = mapped.part
    const device = this.devices.get(serial) ?? new DeviceParts(this.#keepMs)
    if (!this.devices.has(serial) && this.devices.size >= mostDevices)
      return `${place}: more than ${mostDevices} devices`
    this.devices.set(serial, device)
    const heard: Heard = {
      key: `${mapping.topic ?? ''}\n${place}`,
      part: mapped.part,
      counterField: counterFieldOf(kind, mapping),
      model: mapping.model,
    }
    device.hear(heard, now)
    this.trouble = null
    return Object.keys(mapped.part.values).length > 0 ? null : `${place}: no value is where the mapping says`
  }
}
