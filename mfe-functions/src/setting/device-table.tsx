import type { ReactNode } from 'react'
import { paths, type RemoteSettingDevice } from '@helioport/contract'
import { useAgeText, useFormat, useStatusText, useTableTexts, useText } from '@helioport/i18n'
import { AgeBadge, Card, Figure, StatusTag } from '@helioport/ui'
import { DataTable, type PageState } from '@helioport/ui/table'
import type enUS from '../messages/en-US.ts'
import styles from './setting-page.module.css'
import { obstaclesOf, type RemoteSetting, remoteSettings } from './readiness.ts'

interface DeviceTableProps {
  /** Undefined: on their way. */
  devices: readonly RemoteSettingDevice[] | undefined
  fetching: boolean
  empty: ReactNode
  page: PageState
}

export function DeviceTable({ devices, fetching, empty, page }: DeviceTableProps) {
  const text = useText<typeof enUS>('functions')
  const texts = useTableTexts()
  const statusText = useStatusText()
  const ageText = useAgeText()
  const format = useFormat()

  return (
    <Card padding="none">
      <DataTable<RemoteSettingDevice>
        label={text('caption')}
        texts={texts}
        storageKey="functions.devices"
        rows={devices ?? []}
        rowKey={(device) => device.deviceId}
        rowHref={(device) => `#${paths.device('information', device.memberId, device.deviceId)}`}
        loading={devices === undefined}
        fetching={fetching}
        empty={empty}
        page={page}
        columns={[
          {
            key: 'name',
            title: text('column.device'),
            card: 'title',
            width: 240,
            render: (device) => (
              <span className={styles['name']}>
                <span className={styles['title']}>{device.name}</span>
                <span className={`${styles['muted']} ${styles['serial']}`}>
                  {device.model} · {device.serial}
                </span>
              </span>
            ),
          },
          {
            key: 'status',
            title: text('column.status'),
            card: 'aside',
            width: 110,
            render: (device) => <StatusTag status={device.status} look="plain" {...statusText(device.status)} />,
          },
          {
            key: 'station',
            title: text('column.station'),
            width: 200,
            hideable: true,
            render: (device) => device.stationName,
          },
          {
            key: 'powerW',
            title: text('column.power'),
            align: 'end',
            width: 120,
            hideable: true,
            render: (device) => {
              const power = format.power(device.powerW)
              return <Figure value={power.value} unit={power.unit} />
            },
          },
          {
            key: 'powerFactor',
            title: text('column.powerFactor'),
            align: 'end',
            width: 130,
            render: (device) =>
              device.powerFactor === null ? (
                <span className={styles['muted']}>{text('noPowerFactor')}</span>
              ) : (
                <Figure value={format.number(device.powerFactor, 3)} />
              ),
          },
          ...remoteSettings.map((setting) => ({
            key: setting,
            title: text(`setting.${setting}`),
            width: 150,
            render: (device: RemoteSettingDevice) => <Readiness device={device} setting={setting} />,
          })),
          {
            key: 'age',
            title: text('column.age'),
            width: 120,
            hideable: true,
            render: (device) => (
              <AgeBadge
                state={sleeps(device) ? 'none' : device.age.state}
                label={sleeps(device) ? format.ago(device.age.measuredAt) : ageText(device.age)}
                title={format.dateTime(device.age.measuredAt)}
              />
            ),
          },
        ]}
      />
    </Card>
  )
}

/** Inverters sleep at night; that they are silent then is no reason for alarm. */
const sleeps = ({ status, age }: RemoteSettingDevice): boolean => status === 'standby' && age.state === 'stale'

/** Ready, or every obstacle by name. */
function Readiness({ device, setting }: { device: RemoteSettingDevice; setting: RemoteSetting }) {
  const text = useText<typeof enUS>('functions')
  const obstacles = obstaclesOf(device, setting)
  if (obstacles.length === 0) return <StatusTag status="normal" look="plain" label={text('ready')} />
  return (
    <span className={styles['obstacles']} data-obstacles={obstacles.join(' ')}>
      {obstacles.map((obstacle) => (
        <StatusTag
          key={obstacle}
          status={obstacle === 'fault' ? 'abnormal' : obstacle === 'offline' ? 'offline' : 'info'}
          look="plain"
          label={text(`obstacle.${obstacle}`)}
          reason={text(`obstacle.${obstacle}.reason`)}
        />
      ))}
    </span>
  )
}
