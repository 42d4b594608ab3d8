import type { DeviceStatus } from '@helioport/contract'

/** A plant or an inverter as a home server is told of it. */
export interface HomeThing {
  id: string
  name: string
  model: string | null
  /** The plant that an inverter is at; null: it is the plant. */
  plantId: string | null
  status: DeviceStatus
  /** Nulls: nobody knows. */
  powerW: number | null
  energyTotalKwh: number | null
}

/** Topics of one thing below the account's own. */
export const homeTopics = (root: string, id: string) => ({
  config: `${root}device/helioport_${id}/config`,
  state: `${root}${id}/state`,
  online: `${root}${id}/online`,
})

/** A power that was not told again for so long is nobody's, s; a counter stays. */
const expireAfterS = 900

/** The description that Home Assistant makes a device of (MQTT discovery of whole devices, since 2024.11). */
export function configOf(root: string, thing: HomeThing, origin: string): string {
  const topics = homeTopics(root, thing.id)
  const entity = (name: string, more: object) => ({
    platform: 'sensor',
    unique_id: `helioport_${thing.id}_${name}`,
    ...more,
  })
  return JSON.stringify({
    device: {
      identifiers: [`helioport_${thing.id}`],
      name: thing.name,
      manufacturer: 'Helioport',
      ...(thing.model !== null && { model: thing.model }),
      ...(thing.plantId !== null && { via_device: `helioport_${thing.plantId}` }),
      configuration_url: origin,
    },
    origin: { name: 'helioport' },
    availability_topic: topics.online,
    state_topic: topics.state,
    components: {
      power: entity('power', {
        device_class: 'power',
        state_class: 'measurement',
        unit_of_measurement: 'W',
        value_template: '{{ value_json.powerW }}',
        expire_after: expireAfterS,
      }),
      total: entity('total', {
        device_class: 'energy',
        state_class: 'total',
        unit_of_measurement: 'kWh',
        value_template: '{{ value_json.energyTotalKwh }}',
      }),
    },
  })
}

/**
 * What a thing is now. A fall of a `total` is energy taken back, which is true only where values were corrected: else the
 * greatest that was told stays until it is passed.
 */
export const stateOf = ({ powerW, energyTotalKwh }: HomeThing, toldKwh: number | null): string =>
  JSON.stringify({ powerW, energyTotalKwh: energyOf(energyTotalKwh, toldKwh) })

export function energyOf(energyTotalKwh: number | null, toldKwh: number | null): number | null {
  if (energyTotalKwh === null || energyTotalKwh === 0) return toldKwh
  return Math.max(energyTotalKwh, toldKwh ?? energyTotalKwh)
}

/** A plant that sleeps is there. */
export const onlineOf = ({ status }: HomeThing): 'online' | 'offline' => (status === 'offline' ? 'offline' : 'online')
