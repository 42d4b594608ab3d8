import type { Device } from '@helioport/contract'
import { useFormat, useStatusText, useText } from '@helioport/i18n'
import { Bar, Figure, StatusTag } from '@helioport/ui'
import { type Column, useNarrow } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import { DeviceAge } from '../device/device-age.tsx'
import styles from './device-columns.module.css'

/** Identity, status, output and age of the data. */
export function useDeviceColumns(): Column<Device>[] {
  const text = useText<typeof enUS>('device')
  return [
    ...useIdentityColumns(),
    ...useFigureColumns(),
    {
      key: 'age',
      sortable: true,
      title: text('column.age'),
      card: 'line',
      render: (device) => <DeviceAge device={device} />,
    },
  ]
}

/** Name, station and status. */
function useIdentityColumns(): Column<Device>[] {
  const text = useText<typeof enUS>('device')
  const statusText = useStatusText()
  // On a phone a device has two lines; the serial is behind a tap.
  const isNarrow = useNarrow()
  return [
    {
      key: 'name',
      sortable: true,
      title: text('column.device'),
      card: 'title',
      render: (device) => (
        <span className={styles['name']}>
          <span className={styles['title']}>{device.name}</span>
          {!isNarrow && <span className={styles['serial']}>{device.serial}</span>}
        </span>
      ),
    },
    ...(isNarrow
      ? [{ key: 'serial', title: text('info.serial'), render: ({ serial }: Device) => <bdi>{serial}</bdi> }]
      : []),
    {
      key: 'status',
      sortable: true,
      title: text('column.status'),
      card: 'aside',
      render: (device) => (
        <span className={styles['stack']}>
          <StatusTag status={device.status} look="plain" {...statusText(device.status)} />
          <span className={styles['note']}>
            {device.subState === null
              ? statusText(device.status, device.statusReason).reason
              : text(`subState.${device.subState}`)}
          </span>
        </span>
      ),
    },
    {
      key: 'station',
      sortable: true,
      title: text('column.station'),
      hideable: true,
      render: (device) => device.stationName,
    },
    {
      key: 'model',
      sortable: true,
      title: text('column.model'),
      hideable: true,
      card: 'hidden',
      render: (device) => device.model,
    },
  ]
}

/** Power with its share of the rating, energies, hours, temperature. */
function useFigureColumns(): Column<Device>[] {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const figure = ({ value, unit }: { value: string; unit: string }) => <Figure value={value} unit={unit} />
  return [
    {
      key: 'powerW',
      sortable: true,
      title: text('column.power'),
      align: 'end',
      card: 'line',
      render: (device) => {
        const share = device.powerW === null ? null : device.powerW / device.ratedPowerW
        const rating = format.power(device.ratedPowerW).text
        return (
          <span className={styles['power']}>
            {figure(format.power(device.powerW))}
            {share !== null && (
              <Bar share={share} label={text('shareOfRating', { share: format.percent(share, 0), rating })} />
            )}
          </span>
        )
      },
    },
    {
      key: 'energyTodayKwh',
      sortable: true,
      title: text('column.today'),
      align: 'end',
      card: 'line',
      render: (device) => figure(format.energy(device.energyTodayKwh)),
    },
    {
      key: 'specificYieldToday',
      sortable: true,
      title: text('column.yield'),
      align: 'end',
      hideable: true,
      render: (device) => figure(format.quantity(device.specificYieldToday, '', 2)),
    },
    {
      key: 'energyTotalKwh',
      sortable: true,
      title: text('column.total'),
      align: 'end',
      hideable: true,
      render: (device) => figure(format.energy(device.energyTotalKwh)),
    },
    {
      key: 'incomeToday',
      sortable: true,
      title: text('column.income'),
      align: 'end',
      hideable: true,
      render: ({ incomeToday, currency }) => format.money(incomeToday, currency),
    },
    {
      key: 'hoursTotal',
      sortable: true,
      title: text('column.hours'),
      align: 'end',
      hideable: true,
      startsHidden: true,
      card: 'hidden',
      render: (device) => figure(format.quantity(device.hoursTotal, 'h', 0)),
    },
    {
      key: 'cabinetC',
      sortable: true,
      title: text('column.cabinet'),
      align: 'end',
      hideable: true,
      card: 'hidden',
      render: (device) => figure(format.quantity(device.cabinetC, '°C', 1)),
    },
  ]
}
