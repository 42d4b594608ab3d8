import { lazy, Suspense } from 'react'
import type { ApiError } from '@helioport/api-client'
import { type Device, type DeviceTab, deviceTabs, paths } from '@helioport/contract'
import { useErrorText, useFormat, useStatusText, useText, useTitle } from '@helioport/i18n'
import {
  Button,
  Card,
  Notice,
  Page,
  PageHeader,
  printPage,
  Row,
  SkeletonChart,
  SkeletonStatRow,
  StatusTag,
  Tabs,
} from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import { DeviceAge } from '../device/device-age.tsx'
import { DeviceActions } from './edit/device-actions.tsx'
import styles from './device-view.module.css'

// Each tab is a chunk: the parameters need neither chart nor table.
const views = {
  charts: lazy(async () => ({ default: (await import('./charts/charts-tab.tsx')).ChartsTab })),
  parameter: lazy(async () => ({ default: (await import('./parameter/parameter-tab.tsx')).ParameterTab })),
  information: lazy(async () => ({ default: (await import('./information/information-tab.tsx')).InformationTab })),
  logs: lazy(async () => ({ default: (await import('./logs/logs-tab.tsx')).LogsTab })),
  alarms: lazy(async () => ({ default: (await import('./alarms/alarms-tab.tsx')).AlarmsTab })),
} as const satisfies Record<DeviceTab, unknown>

interface DeviceViewProps {
  device: Device
  tab: DeviceTab
  back: { href: string; label: string }
  /** Error of the last refresh; `device` is older. */
  error: ApiError | undefined
}

export function DeviceView({ device, tab, back, error }: DeviceViewProps) {
  const text = useText<typeof enUS>('device')
  const common = useText()
  const statusText = useStatusText()
  const errorText = useErrorText()
  const format = useFormat()
  const View = views[tab]
  const open = device.openAlarms?.length ?? 0
  useTitle(device.name)

  return (
    <Page>
      <PageHeader
        back={back}
        title={device.name}
        actions={
          <>
            <Button kind="text" onClick={printPage}>
              {common('action.print')}
            </Button>
            <DeviceActions device={device} />
          </>
        }
        status={
          <Row gap={3}>
            <StatusTag status={device.status} {...statusText(device.status, device.statusReason)} />
            {device.subState !== null && <StatusTag status="info" label={text(`subState.${device.subState}`)} />}
            <DeviceAge device={device} />
          </Row>
        }
        subtitle={
          <span className={styles['facts']}>
            <a href={`#${paths.station('charts', device.memberId, device.stationId)}`}>{device.stationName}</a>
            <span>{device.model}</span>
            <span className={styles['serial']}>{text('detail.serial', { serial: device.serial })}</span>
            <span>{statusText(device.status, device.statusReason).reason}</span>
          </span>
        }
      />
      <Tabs
        label={text('detail.tabs')}
        active={tab}
        items={deviceTabs.map((key) => ({
          key,
          label: text(`tab.${key}`),
          href: `#${paths.device(key, device.memberId, device.id)}`,
          ...(key === 'alarms' && open > 0 ? { count: format.number(open) } : {}),
        }))}
      />
      {error && <Notice tone="warn">{errorText(error).detail}</Notice>}
      <Suspense fallback={<ViewSkeleton />}>
        <View device={device} />
      </Suspense>
    </Page>
  )
}

function ViewSkeleton() {
  return (
    <>
      <SkeletonStatRow count={6} lead />
      <Card>
        <SkeletonChart height={320} />
      </Card>
    </>
  )
}
