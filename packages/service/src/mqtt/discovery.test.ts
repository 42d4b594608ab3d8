import { configOf, type HomeThing, homeTopics } from './discovery.ts'

/** Rules of Home Assistant (components/mqtt/schemas.py, components/sensor/const.py), as far as they are used here. */
const classes: Record<string, { states: string[]; units: string[] }> = {
  power: { states: ['measurement'], units: ['mW', 'W', 'kW', 'MW', 'GW', 'TW'] },
  energy: { states: ['total', 'total_increasing'], units: ['Wh', 'kWh', 'MWh', 'GWh', 'TWh'] },
}
const topLevel = [
  'device',
  'origin',
  'components',
  'availability_topic',
  'state_topic',
  'command_topic',
  'qos',
  'encoding',
]
const ofDevice = ['identifiers', 'connections', 'manufacturer', 'model', 'name', 'hw_version', 'serial_number', 'sw_version', 'via_device', 'suggested_area', 'configuration_url'] // prettier-ignore
const ofSensor = ['platform', 'unique_id', 'name', 'device_class', 'state_class', 'unit_of_measurement', 'value_template', 'expire_after', 'state_topic', 'availability_topic'] // prettier-ignore

interface Config {
  device: { identifiers: string[]; configuration_url: string; via_device?: string }
  origin: { name: string }
  components: Record<string, Record<string, string>>
}

const plant: HomeThing = {
  id: 'p1',
  name: 'Roof',
  model: null,
  plantId: null,
  status: 'offline',
  powerW: null,
  energyTotalKwh: null,
}

test.each([plant, { ...plant, id: 'd1', model: 'X 5', plantId: 'p1' }])(
  "the discovery message of $id obeys Home Assistant's schema",
  (thing) => {
    const config = JSON.parse(configOf('homeassistant/', thing, 'https://portal.example')) as Config
    expect(topLevel).toEqual(expect.arrayContaining(Object.keys(config)))
    expect(ofDevice).toEqual(expect.arrayContaining(Object.keys(config.device)))
    expect(config.device.identifiers).toHaveLength(1)
    expect(config.device.configuration_url).toMatch(/^(https?|homeassistant):\/\//)
    expect(config.origin.name).not.toBe('')
    const sensors = Object.values(config.components)
    for (const sensor of sensors) {
      expect(ofSensor).toEqual(expect.arrayContaining(Object.keys(sensor)))
      const rule = classes[sensor['device_class'] ?? '']
      expect(sensor['platform']).toBe('sensor')
      expect(rule?.states).toContain(sensor['state_class'])
      expect(rule?.units).toContain(sensor['unit_of_measurement'])
    }
    expect(new Set(sensors.map((sensor) => sensor['unique_id'])).size).toBe(sensors.length)
    // Published topics have no wildcards.
    expect(Object.values(homeTopics('homeassistant/', thing.id)).join(' ')).not.toMatch(/[+#]/)
  },
)
