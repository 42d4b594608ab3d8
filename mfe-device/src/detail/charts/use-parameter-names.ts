import type { DeviceParameter } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import type enUS from '../../messages/en-US.ts'

/** Names parameters: "String 3, current". */
export function useParameterNames(): (parameter: DeviceParameter) => string {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  return (parameter) => {
    const [, key = '', element = ''] = /^([A-Za-z]+?)(\d{0,2})$/.exec(parameter) ?? []
    const number = format.number(Number(element))
    if (key === 'acVoltageV') return text('parameters.acVoltage', { number })
    if (key === 'acCurrentA') return text('parameters.acCurrent', { number })
    if (key === 'mpptVoltageV') return text('parameters.mpptVoltage', { number })
    if (key === 'mpptCurrentA') return text('parameters.mpptCurrent', { number })
    if (key === 'stringCurrentA') return text('parameters.stringCurrent', { number })
    const names: Record<string, string> = {
      powerW: text('chart.ac'),
      dcPowerW: text('chart.dc'),
      reactiveVar: text('logs.reactive'),
      powerFactor: text('logs.powerFactor'),
      frequencyHz: text('logs.frequency'),
      cabinetC: text('chart.cabinet'),
      energyTodayKwh: text('parameter.today'),
      energyTotalKwh: text('logs.total'),
      hoursTotal: text('column.hours'),
    }
    return names[parameter] ?? parameter
  }
}
