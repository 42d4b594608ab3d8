import { Fragment, type ReactNode } from 'react'
import { type AlarmCode, deviceModes, type DeviceHistoryRow, type HistoryColumn } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import type enUS from '../../messages/en-US.ts'
import { Strip } from './strip.tsx'
import styles from './logs.module.css'

export interface LogColumn {
  key: HistoryColumn
  title: string
  /** px for its longest value; spare room is shared. */
  width: number
  align?: 'end'
  render: (row: DeviceHistoryRow) => ReactNode
}

function codesWith(codes: readonly AlarmCode[], hits: readonly AlarmCode[]): ReactNode {
  if (codes.length === 0) return '–'
  return codes.map((code, nth) => (
    <Fragment key={code}>
      {nth > 0 && ' '}
      {hits.includes(code) ? <mark className={styles['hit']}>{code}</mark> : code}
    </Fragment>
  ))
}

type LogColumns = Record<HistoryColumn, LogColumn>

const modeNames = Object.keys(deviceModes) as (keyof typeof deviceModes)[]
/** Delay from which a frame counts as late, s; shorter delays are not shown. */
const lateS = 600

/** Whether a column has nothing to show: not reported, no alarm, not late. */
export function isSilent(key: HistoryColumn, row: DeviceHistoryRow): boolean {
  if (key === 'delayS') return row.delayS < lateS
  const value: unknown = row[key]
  return Array.isArray(value) ? value.every((one) => one === null) : value === null
}

/**
 * All columns of a frame. `timeZone`: IANA, the plant's. `hasDays`: more than one day is shown; `hits`: the searched
 * codes.
 */
export function useLogColumns(timeZone: string, hasDays: boolean, hits: readonly AlarmCode[] = []): LogColumns {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const number = (
    key: HistoryColumn,
    title: string,
    width: number,
    render: (row: DeviceHistoryRow) => string,
  ): LogColumn => ({ key, title, width, align: 'end', render })
  const list = (values: readonly (number | null)[], digits: number) =>
    values.length === 0 ? '–' : values.map((value) => format.number(value, digits)).join(' · ')
  const modeOf = ({ mode }: DeviceHistoryRow) => {
    if (mode === null) return '–'
    const name = modeNames.find((each) => deviceModes[each] === mode)
    return name === undefined ? text('mode.unknown') : text(`mode.${name}`)
  }
  return {
    at: {
      key: 'at',
      title: text('logs.at'),
      width: hasDays ? 196 : 96,
      // Seconds are shown, as some loggers send every ten seconds.
      render: ({ at }) => (hasDays ? format.dateTime : format.time)(at, timeZone, 'second'),
    },
    codes: { key: 'codes', title: text('tab.alarms'), width: 112, render: ({ codes }) => codesWith(codes, hits) },
    mode: { key: 'mode', title: text('parameter.mode'), width: 108, render: modeOf },
    powerW: number('powerW', text('chart.ac'), 92, ({ powerW }) => format.power(powerW).text),
    dcPowerW: number('dcPowerW', text('chart.dc'), 92, ({ dcPowerW }) => format.power(dcPowerW).text),
    reactiveVar: number('reactiveVar', text('logs.reactive'), 104, (row) => format.reactive(row.reactiveVar).text),
    powerFactor: number('powerFactor', text('logs.powerFactor'), 92, (row) => format.number(row.powerFactor, 3)),
    frequencyHz: number(
      'frequencyHz',
      text('logs.frequency'),
      96,
      (row) => format.quantity(row.frequencyHz, 'Hz', 2).text,
    ),
    acVoltageV: number('acVoltageV', text('logs.voltage'), 184, ({ acVoltageV }) => list(acVoltageV, 1)),
    acCurrentA: number('acCurrentA', text('logs.current'), 164, ({ acCurrentA }) => list(acCurrentA, 1)),
    mpptVoltageV: {
      key: 'mpptVoltageV',
      title: text('logs.mpptVoltage'),
      width: 120,
      render: ({ mpptVoltageV }) => <Strip values={mpptVoltageV} unit="V" />,
    },
    mpptCurrentA: {
      key: 'mpptCurrentA',
      title: text('logs.mpptCurrent'),
      width: 120,
      render: ({ mpptCurrentA }) => <Strip values={mpptCurrentA} unit="A" />,
    },
    stringCurrentA: {
      key: 'stringCurrentA',
      title: text('logs.strings'),
      width: 200,
      render: ({ stringCurrentA }) => <Strip values={stringCurrentA} unit="A" />,
    },
    cabinetC: number('cabinetC', text('logs.cabinet'), 92, ({ cabinetC }) => format.quantity(cabinetC, '°C', 1).text),
    energyTodayKwh: number(
      'energyTodayKwh',
      text('parameter.today'),
      104,
      (row) => format.quantity(row.energyTodayKwh, 'kWh', 1).text,
    ),
    energyTotalKwh: number(
      'energyTotalKwh',
      text('logs.total'),
      132,
      (row) => format.quantity(row.energyTotalKwh, 'kWh', 1).text,
    ),
    hoursTotal: number('hoursTotal', text('column.hours'), 104, (row) => format.quantity(row.hoursTotal, 'h', 0).text),
    delayS: number('delayS', text('logs.delay'), 96, ({ delayS }) =>
      delayS < lateS ? '–' : format.duration(delayS * 1000),
    ),
  }
}
