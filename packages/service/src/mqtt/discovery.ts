import type { DeviceStatus } from '@helioport/contract'

/** A plant or an inverter, as published to home servers. */
export interface HomeThing {
  id: string
  name: string
  model: string | null
  /** Plant of an inverter; null: this is a plant. */
  plantId: string | null
  status: DeviceStatus
  /** Null: unknown. */
  powerW: number | null
  energyTotalKwh: number | null
}

/** Topics of one thing, below the account's root. */
export const homeTopics = (root: string, id: string) => ({
  config: `${root}device/helioport_${id}/config`,
  state: `${root}${id}/state`,
  online: `${root}${id}/online`,
})

/** Power that was not published again within this time becomes unavailable, s; a counter stays. */
const expireAfterS = 900

/** The configuration for Home Assistant's MQTT discovery of devices (since 2024.11). */
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
 * The present state of a thing. Home Assistant takes a decrease of a `total` as energy taken back, which is right only
 * after a correction: otherwise the greatest published counter is repeated until it is exceeded.
 */
export const stateOf = ({ powerW, energyTotalKwh }: HomeThing, toldKwh: number | null): string =>
  JSON.stringify({ powerW, energyTotalKwh: energyOf(energyTotalKwh, toldKwh) })

export function energyOf(energyTotalKwh: number | null, toldKwh: number | null): number | null {
  if (energyTotalKwh === null || energyTotalKwh === 0) return toldKwh
  return Math.max(energyTotalKwh, toldKwh ?? energyTotalKwh)
}

/** A sleeping plant is online. */
export const onlineOf = ({ status }: HomeThing): 'online' | 'offline' => (status === 'offline' ? 'offline' : 'online')
