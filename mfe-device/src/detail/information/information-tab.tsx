import type { Device } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Card, DescriptionList } from '@helioport/ui'
import { paths } from '@helioport/contract'
import type enUS from '../../messages/en-US.ts'
import { ModulesCard } from '../modules/modules-card.tsx'
import { LastCommands } from './last-commands.tsx'
import { Serials } from './serials.tsx'
import styles from './information-tab.module.css'

/** Facts of the device, its last commands, and former serials. */
export function InformationTab({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const remote = [
    ...(device.supportsReactivePower ? [text('info.reactive')] : []),
    ...(device.supportsIvScan ? [text('info.ivScan')] : []),
  ]

  return (
    <>
      <Card title={text('info.nameplate')}>
        <DescriptionList
          items={[
            { label: text('info.serial'), value: <span className={styles['number']}>{device.serial}</span> },
            { label: text('info.model'), value: device.model },
            { label: text('info.rating'), value: format.power(device.ratedPowerW).text },
            { label: text('info.capacity'), value: format.capacity(device.capacityKwp).text },
            { label: text('info.mppts'), value: format.number(device.mpptCount) },
            { label: text('info.strings'), value: format.number(device.stringCount) },
            { label: text('info.installed'), value: format.date(device.installedOn) },
            {
              label: text('info.station'),
              value: (
                <a href={`#${paths.station('charts', device.memberId, device.stationId)}`}>{device.stationName}</a>
              ),
            },
            { label: text('info.logger'), value: <span className={styles['number']}>{device.loggerSerial}</span> },
            {
              label: text('info.remote'),
              value: remote.length > 0 ? remote.join(' · ') : text('info.noRemote'),
            },
          ]}
        />
      </Card>
      <ModulesCard device={device} />
      <LastCommands device={device} />
      <Serials device={device} />
    </>
  )
}
