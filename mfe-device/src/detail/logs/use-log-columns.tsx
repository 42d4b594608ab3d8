import type { DeviceHistoryRow } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import type { Column } from '@helioport/ui/table'
import type enUS from '../../messages/en-US.ts'

/** What a frame holds: when, which alarms, then power, grid and strings, the device itself. `timeZone`: IANA, the plant's. */
export function useLogColumns(timeZone: string): Column<DeviceHistoryRow>[] {
  return [...usePowerColumns(timeZone), ...useGridColumns(), ...useDeviceColumns()]
}

/** When, which alarms, AC and DC power. */
function usePowerColumns(timeZone: string): Column<DeviceHistoryRow>[] {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  return [
    {
      key: 'at',
      title: text('logs.at'),
      card: 'title',
      width: 80,
      render: ({ at }) => format.time(at, timeZone),
    },
    {
      key: 'codes',
      title: text('tab.alarms'),
      card: 'aside',
      width: 110,
      render: ({ codes }) => codes.join(' ') || '–',
    },
    {
      key: 'powerW',
      title: text('chart.ac'),
      align: 'end',
      render: ({ powerW }) => format.power(powerW).text,
    },
    {
      key: 'reactiveVar',
      title: text('logs.reactive'),
      align: 'end',
      hideable: true,
      render: ({ reactiveVar }) => format.reactive(reactiveVar).text,
    },
    {
      key: 'powerFactor',
      title: text('logs.powerFactor'),
      align: 'end',
      hideable: true,
      render: ({ powerFactor }) => format.number(powerFactor, 3),
    },
    {
      key: 'dcPowerW',
      title: text('chart.dc'),
      align: 'end',
      hideable: true,
      render: ({ dcPowerW }) => format.power(dcPowerW).text,
    },
  ]
}

/** Voltage and frequency of the grid, currents of the strings. */
function useGridColumns(): Column<DeviceHistoryRow>[] {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const list = (values: readonly (number | null)[], digits: number) =>
    values.length === 0 ? '–' : values.map((value) => format.number(value, digits)).join(' · ')
  return [
    {
      key: 'acVoltageV',
      title: text('logs.voltage'),
      align: 'end',
      hideable: true,
      card: 'hidden',
      render: ({ acVoltageV }) => list(acVoltageV, 1),
    },
    {
      key: 'frequencyHz',
      title: text('logs.frequency'),
      align: 'end',
      hideable: true,
      card: 'hidden',
      render: ({ frequencyHz }) => format.quantity(frequencyHz, 'Hz', 2).text,
    },
    {
      key: 'stringCurrentA',
      title: text('logs.strings'),
      align: 'end',
      hideable: true,
      card: 'hidden',
      render: ({ stringCurrentA }) => list(stringCurrentA, 1),
    },
  ]
}

/** Temperature, lifetime energy, and how late the frame came. */
function useDeviceColumns(): Column<DeviceHistoryRow>[] {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  return [
    {
      key: 'cabinetC',
      title: text('chart.cabinet'),
      align: 'end',
      hideable: true,
      render: ({ cabinetC }) => format.quantity(cabinetC, '°C', 1).text,
    },
    {
      key: 'energyTotalKwh',
      title: text('kpi.total'),
      align: 'end',
      hideable: true,
      render: ({ energyTotalKwh }) => format.quantity(energyTotalKwh, 'kWh', 1).text,
    },
    {
      key: 'delayS',
      title: text('logs.delay'),
      align: 'end',
      hideable: true,
      card: 'hidden',
      render: ({ delayS }) => format.quantity(delayS, 's', 0).text,
    },
  ]
}
