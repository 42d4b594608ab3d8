import { type DeviceHistoryRow, deviceModes } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Figure } from '@helioport/ui'
import type { Column } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { Marked } from '../record/marked.tsx'

type Mode = keyof typeof deviceModes
const modeNames = Object.keys(deviceModes) as Mode[]
/** A frame that arrived later than this, in seconds, was buffered by its logger. */
const lateS = 600

/** Columns of a frame's values; `timeZone` is the plant's IANA zone, `hits` are the searched codes. */
export function useHistoryColumns(timeZone: string, hits: readonly string[] = []): Column<DeviceHistoryRow>[] {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const modeOf = (mode: number | null) => {
    if (mode === null) return text('mode.notReported')
    const name = modeNames.find((each) => deviceModes[each] === mode)
    return name ? text(`mode.${name}`) : String(mode)
  }
  return [
    {
      key: 'at',
      sortable: true,
      title: text('log.at'),
      card: 'title',
      width: 196,
      render: ({ at }) => format.dateTime(at, timeZone),
    },
    {
      key: 'mode',
      title: text('history.mode'),
      card: 'aside',
      width: 96,
      render: ({ mode, codes }) =>
        codes.length === 0 ? (
          modeOf(mode)
        ) : (
          <>
            {modeOf(mode)} · <Marked hits={hits}>{codes.join(' ')}</Marked>
          </>
        ),
    },
    ...useValueColumns(),
    {
      key: 'delay',
      title: text('history.delay'),
      align: 'end',
      width: 104,
      hideable: true,
      render: ({ delayS }) => (delayS > lateS ? format.duration(delayS * 1000) : '–'),
    },
  ]
}

/** Power, energy, grid and temperature. */
function useValueColumns(): Column<DeviceHistoryRow>[] {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const figure = ({ value, unit }: { value: string; unit: string }) => <Figure value={value} unit={unit} size="s" />
  const list = (values: readonly (number | null)[], digits: number) =>
    values.map((value) => format.number(value, digits)).join(' / ')
  return [
    {
      key: 'power',
      title: text('history.power'),
      align: 'end',
      width: 88,
      render: ({ powerW }) => figure(format.power(powerW)),
    },
    {
      key: 'reactive',
      title: text('history.reactive'),
      align: 'end',
      width: 100,
      hideable: true,
      render: ({ reactiveVar }) => figure(format.reactive(reactiveVar)),
    },
    {
      key: 'today',
      title: text('history.today'),
      align: 'end',
      width: 96,
      render: ({ energyTodayKwh }) => figure(format.energy(energyTodayKwh)),
    },
    {
      key: 'total',
      title: text('history.total'),
      align: 'end',
      width: 92,
      hideable: true,
      render: ({ energyTotalKwh }) => figure(format.energy(energyTotalKwh)),
    },
    {
      key: 'voltage',
      title: text('history.voltage'),
      align: 'end',
      width: 128,
      hideable: true,
      render: ({ acVoltageV }) => list(acVoltageV, 0),
    },
    {
      key: 'current',
      title: text('history.current'),
      align: 'end',
      width: 184,
      hideable: true,
      render: ({ acCurrentA }) => list(acCurrentA, 1),
    },
    {
      key: 'frequency',
      title: text('history.frequency'),
      align: 'end',
      width: 92,
      hideable: true,
      render: ({ frequencyHz }) => figure(format.quantity(frequencyHz, 'Hz', 2)),
    },
    {
      key: 'cabinet',
      title: text('history.cabinet'),
      align: 'end',
      width: 84,
      hideable: true,
      render: ({ cabinetC }) => figure(format.quantity(cabinetC, '°C', 1)),
    },
  ]
}
