import type { PayloadMapping } from './entities/mapping.ts'
import type { MappedField, MappedUnit } from './mapping-fields.ts'

/** Mappings for the message formats of common programs and devices, so that users need not write them. */
export const presetNames = ['openDtu', 'ahoyDtu', 'tasmota', 'shelly', 'homeAssistant'] as const
export type PresetName = (typeof presetNames)[number]

type Field = readonly [field: MappedField, path: string, unit: MappedUnit]
const fieldsOf = (...fields: readonly Field[]): PayloadMapping['fields'] =>
  fields.map(([field, path, unit]) => ({ field, path, unit }))

/** One number per topic; the first level names the device. */
const plain = (topic: string, field: MappedField, unit: MappedUnit): PayloadMapping => ({
  topic: `+/${topic}`,
  serial: { from: 'topic', level: 0 },
  fields: fieldsOf([field, '', unit]),
})
const inputs = [1, 2, 3, 4] as const
const phases = [1, 2, 3] as const

const openDtu: readonly PayloadMapping[] = [
  { topic: '+/status/last_update', serial: { from: 'topic', level: 0 }, time: { path: '', unit: 's' }, fields: [] },
  plain('0/power', 'powerW', 'W'),
  plain('0/yieldtotal', 'energyTotalKwh', 'kWh'),
  plain('0/yieldday', 'energyTodayKwh', 'Wh'),
  plain('0/powerdc', 'dcPowerW', 'W'),
  plain('0/reactivepower', 'reactiveVar', 'var'),
  plain('0/frequency', 'frequencyHz', 'Hz'),
  plain('0/voltage', 'acVoltageV1', 'V'),
  plain('0/current', 'acCurrentA1', 'A'),
  plain('0/temperature', 'cabinetC', '°C'),
  ...phases.flatMap((nth) => [
    plain(`0/voltage ph${nth}-n`, `acVoltageV${nth}`, 'V'),
    plain(`0/current ph${nth}`, `acCurrentA${nth}`, 'A'),
  ]),
  ...inputs.flatMap((nth) => [
    plain(`${nth}/voltage`, `mpptVoltageV${nth}`, 'V'),
    plain(`${nth}/current`, `mpptCurrentA${nth}`, 'A'),
  ]),
]

const ahoyDtu: readonly PayloadMapping[] = [
  plain('ch0/P_AC', 'powerW', 'W'),
  plain('ch0/YieldTotal', 'energyTotalKwh', 'kWh'),
  plain('ch0/YieldDay', 'energyTodayKwh', 'Wh'),
  plain('ch0/P_DC', 'dcPowerW', 'W'),
  plain('ch0/F_AC', 'frequencyHz', 'Hz'),
  plain('ch0/U_AC', 'acVoltageV1', 'V'),
  plain('ch0/I_AC', 'acCurrentA1', 'A'),
  plain('ch0/Temp', 'cabinetC', '°C'),
  ...phases.flatMap((nth) => [
    plain(`ch0/U_AC_${nth}N`, `acVoltageV${nth}`, 'V'),
    plain(`ch0/I_AC_${nth}`, `acCurrentA${nth}`, 'A'),
  ]),
  ...inputs.flatMap((nth) => [
    plain(`ch${nth}/U_DC`, `mpptVoltageV${nth}`, 'V'),
    plain(`ch${nth}/I_DC`, `mpptCurrentA${nth}`, 'A'),
  ]),
]

/** Tasmota's own time has no offset, so the arrival time is used. */
const tasmota: readonly PayloadMapping[] = [
  {
    topic: 'tele/+/SENSOR',
    serial: { from: 'topic', level: 1 },
    fields: fieldsOf(
      ['powerW', 'ENERGY.Power', 'W'],
      ['energyTotalKwh', 'ENERGY.Total', 'kWh'],
      ['energyTodayKwh', 'ENERGY.Today', 'kWh'],
      ['acVoltageV1', 'ENERGY.Voltage', 'V'],
      ['acCurrentA1', 'ENERGY.Current', 'A'],
    ),
  },
]

const meter = (component: string): PayloadMapping => ({
  topic: `+/status/${component}`,
  serial: { from: 'topic', level: 0 },
  fields: fieldsOf(
    ['powerW', 'apower', 'W'],
    ['energyTotalKwh', 'aenergy.total', 'Wh'],
    ['acVoltageV1', 'voltage', 'V'],
    ['acCurrentA1', 'current', 'A'],
    ['frequencyHz', 'freq', 'Hz'],
  ),
})

const shelly: readonly PayloadMapping[] = [
  meter('switch:0'),
  meter('pm1:0'),
  {
    topic: '+/status/em1:0',
    serial: { from: 'topic', level: 0 },
    fields: fieldsOf(
      ['powerW', 'act_power', 'W'],
      ['acVoltageV1', 'voltage', 'V'],
      ['acCurrentA1', 'current', 'A'],
      ['frequencyHz', 'freq', 'Hz'],
    ),
  },
  {
    topic: '+/status/em1data:0',
    serial: { from: 'topic', level: 0 },
    fields: fieldsOf(['energyTotalKwh', 'total_act_energy', 'Wh']),
  },
  {
    topic: '+/status/em:0',
    serial: { from: 'topic', level: 0 },
    fields: fieldsOf(
      ['powerW', 'total_act_power', 'W'],
      ['frequencyHz', 'a_freq', 'Hz'],
      ...phases.flatMap((nth): Field[] => {
        const phase = 'abc'[nth - 1]
        return [
          [`acVoltageV${nth}`, `${phase}_voltage`, 'V'],
          [`acCurrentA${nth}`, `${phase}_current`, 'A'],
        ]
      }),
    ),
  },
  {
    topic: '+/status/emdata:0',
    serial: { from: 'topic', level: 0 },
    fields: fieldsOf(['energyTotalKwh', 'total_act', 'Wh']),
  },
]

/** Topics as in the configuration that the page shows. */
const homeAssistant: readonly PayloadMapping[] = [
  {
    topic: 'sensor/inverter_power/state',
    serial: { from: 'fixed', serial: 'INVERTER-1' },
    fields: fieldsOf(['powerW', '', 'W']),
  },
  {
    topic: 'sensor/inverter_energy/state',
    serial: { from: 'fixed', serial: 'INVERTER-1' },
    fields: fieldsOf(['energyTotalKwh', '', 'kWh']),
  },
]

/** Mappings of each source; topics relative to the logger's topic. */
export const presets: Readonly<Record<PresetName, readonly PayloadMapping[]>> = {
  openDtu,
  ahoyDtu,
  tasmota,
  shelly,
  homeAssistant,
}
