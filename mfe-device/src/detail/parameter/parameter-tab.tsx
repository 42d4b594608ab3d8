import type { Device } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Card, Notice } from '@helioport/ui'
import { DeviceAge } from '../../device/device-age.tsx'
import type enUS from '../../messages/en-US.ts'
import { Counters } from './counters.tsx'
import { GridValues } from './grid-values.tsx'
import { State } from './state.tsx'
import { StringCurrents } from './string-currents.tsx'
import { Surroundings } from './surroundings.tsx'
import { Trackers } from './trackers.tsx'
import styles from './parameter-tab.module.css'

/** Every value that the device reports now, in groups, each with its age. */
export function ParameterTab({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const { measuredAt, state } = device.age
  const age = <DeviceAge device={device} />

  return (
    <>
      {state === 'stale' && measuredAt !== null && (
        <Notice tone="warn">{text('info.stale', { time: format.dateTime(measuredAt, device.timeZone) })}</Notice>
      )}
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
      <Surroundings device={device} />
    </>
  )
}
