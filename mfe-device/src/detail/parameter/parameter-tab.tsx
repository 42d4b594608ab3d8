import { useEndpoint } from '@helioport/api-client'
import type { Device } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { iso } from '@helioport/time'
import { Card, Notice } from '@helioport/ui'
import { DeviceAge } from '../../device/device-age.tsx'
import type enUS from '../../messages/en-US.ts'
import { Counters } from './counters.tsx'
import { GridValues } from './grid-values.tsx'
import { withFrame } from './last-values.ts'
import { State } from './state.tsx'
import { StringCurrents } from './string-currents.tsx'
import { Surroundings } from './surroundings.tsx'
import { Trackers } from './trackers.tsx'
import styles from './parameter-tab.module.css'

/** All reported values in groups, each with its age; for a silent device those of its last frame. */
export function ParameterTab({ device }: { device: Device }) {
  const { measuredAt, state } = device.age
  return (
    <>
      {state === 'stale' && measuredAt !== null ? (
        <LastValues device={device} measuredAt={measuredAt} />
      ) : (
        <Groups device={device} />
      )}
      <Surroundings device={device} />
    </>
  )
}

const frameMs = 1000

/** Last values of the device, greyed, with their time. */
function LastValues({ device, measuredAt }: { device: Device; measuredAt: string }) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const until = iso(Date.parse(measuredAt) + frameMs)
  const { data, error } = useEndpoint('GET /devices/:deviceId/history', {
    params: { deviceId: device.id },
    query: { from: measuredAt, to: until, order: 'desc', pageSize: 1 },
  })
  return (
    <>
      <Notice tone="warn">{text('info.stale', { time: format.dateTime(measuredAt, device.timeZone) })}</Notice>
      {(data !== undefined || error !== undefined) && (
        <div className={styles['old']}>
          <Groups device={withFrame(device, data?.[0])} />
        </div>
      )}
    </>
  )
}

function Groups({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const age = <DeviceAge device={device} />
  return (
    <>
      <div className={styles['pair']}>
        <Card title={text('info.grid')} extra={age}>
          <GridValues device={device} />
        </Card>
        <Card title={text('parameter.counters')} extra={age}>
          <Counters device={device} />
        </Card>
      </div>
      <Card title={text('info.trackers')} subtitle={text('info.trackersHint')} extra={age}>
        <Trackers device={device} />
      </Card>
      <StringCurrents device={device} extra={age} />
      <Card title={text('parameter.state')} extra={age}>
        <State device={device} />
      </Card>
    </>
  )
}
