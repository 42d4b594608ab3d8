/** Topics of the boxes for Hoymiles, below an inverter's name; values are in W, V, A, Hz, var, °C and kWh. */
export interface TopicNames {
  /** Part of the counter's origin. */
  kind: 'opendtu' | 'ahoy'
  /** Unix seconds of the inverter's last answer. */
  stamp: string
  /** Above 0: the inverter answers. */
  reachable: string
  /** The inverter feeds in from this value of `producing` on. */
  producing: string
  producingFrom: number
  power: string
  reactivePower: string
  frequency: string
  voltage: string
  current: string
  /** Of three-phase inverters, in place of the two above. */
  phaseVoltages: readonly string[]
  phaseCurrents: readonly string[]
  dcPower: string
  temperature: string
  /** kWh; daily values and sums over inverters are not used. */
  total: string
  inputVoltage: (input: number) => string
  inputCurrent: (input: number) => string
}

/** https://www.opendtu.solar/firmware/mqtt_topics/ */
export const openDtuTopics: TopicNames = {
  kind: 'opendtu',
  stamp: 'status/last_update',
  reachable: 'status/reachable',
  producing: 'status/producing',
  producingFrom: 1,
  power: '0/power',
  reactivePower: '0/reactivepower',
  frequency: '0/frequency',
  voltage: '0/voltage',
  current: '0/current',
  phaseVoltages: [1, 2, 3].map((phase) => `0/voltage ph${phase}-n`),
  phaseCurrents: [1, 2, 3].map((phase) => `0/current ph${phase}`),
  dcPower: '0/powerdc',
  temperature: '0/temperature',
  total: '0/yieldtotal',
  inputVoltage: (input) => `${input}/voltage`,
  inputCurrent: (input) => `${input}/current`,
}

/** User manual of AhoyDTU, "MQTT Publish". */
export const ahoyTopics: TopicNames = {
  kind: 'ahoy',
  stamp: 'last_success',
  reachable: 'available',
  producing: 'available',
  producingFrom: 2,
  power: 'ch0/P_AC',
  reactivePower: 'ch0/Q_AC',
  frequency: 'ch0/F_AC',
  voltage: 'ch0/U_AC',
  current: 'ch0/I_AC',
  phaseVoltages: [1, 2, 3].map((phase) => `ch0/U_AC_${phase}N`),
  phaseCurrents: [1, 2, 3].map((phase) => `ch0/I_AC_${phase}`),
  dcPower: 'ch0/P_DC',
  temperature: 'ch0/Temp',
  total: 'ch0/YieldTotal',
  inputVoltage: (input) => `ch${input}/U_DC`,
  inputCurrent: (input) => `ch${input}/I_DC`,
}
