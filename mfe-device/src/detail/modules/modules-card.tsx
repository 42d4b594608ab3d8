import { useState } from 'react'
import { useEndpoint } from '@helioport/api-client'
import type { Device, DeviceModules } from '@helioport/contract'
import { useErrorText, useFormat, useText } from '@helioport/i18n'
import { Button, Card, DescriptionList, ErrorState, SkeletonText } from '@helioport/ui'
import type enUS from '../../messages/en-US.ts'
import { ModuleForm } from './module-form.tsx'
import styles from './modules.module.css'

/** Modules connected to a device; people who may manage its station can change them. */
export function ModulesCard({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const errorText = useErrorText()
  const [isOpen, setOpen] = useState(false)
  const params = { deviceId: device.id }
  const { data, error, isPrevious, updatedAt, refetch } = useEndpoint('GET /devices/:deviceId/modules', { params })
  const station = useEndpoint('GET /stations/:stationId', { params: { stationId: device.stationId } })
  // An empty answer is valid: the modules are unknown.
  const modules = isPrevious || updatedAt === 0 ? undefined : (data ?? null)
  const mayManage = station.data?.id === device.stationId && station.data.rights.includes('manage')
  return (
    <Card
      title={text('modules.title')}
      subtitle={modules ? `${text('modules.stc')} · ${text('modules.hint')}` : undefined}
      extra={
        mayManage &&
        modules !== undefined && (
          <Button size="s" onClick={() => setOpen(true)}>
            {text(modules ? 'modules.edit' : 'modules.enter')}
          </Button>
        )
      }
    >
      {modules ? (
        <ModuleValues modules={modules} />
      ) : modules === null ? (
        <p className={styles['none']}>{text('modules.none')}</p>
      ) : error ? (
        <ErrorState {...errorText(error, refetch)} />
      ) : (
        <SkeletonText lines={4} />
      )}
      {isOpen && modules !== undefined && (
        <ModuleForm device={device} modules={modules} onClose={() => setOpen(false)} />
      )}
    </Card>
  )
}

function ModuleValues({ modules }: { modules: DeviceModules }) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const perKelvin = (percent: number) => `${format.number(percent, 3)} %/K`
  const count = (value: number | null) => (value === null ? '–' : format.number(value))
  return (
    <DescriptionList
      items={[
        { label: text('modules.model'), value: `${modules.manufacturer} ${modules.model}`.trim() },
        { label: text('modules.isc'), value: format.quantity(modules.iscA, 'A', 2).text },
        { label: text('modules.voc'), value: format.quantity(modules.vocV, 'V', 2).text },
        { label: text('modules.imp'), value: format.quantity(modules.impA, 'A', 2).text },
        { label: text('modules.vmp'), value: format.quantity(modules.vmpV, 'V', 2).text },
        { label: text('modules.alpha'), value: perKelvin(modules.alphaPercent) },
        { label: text('modules.beta'), value: perKelvin(modules.betaPercent) },
        { label: text('modules.gamma'), value: perKelvin(modules.gammaPercent) },
        { label: text('modules.cells'), value: format.number(modules.cells) },
        { label: text('modules.perString'), value: count(modules.modulesPerString) },
        { label: text('modules.perTracker'), value: count(modules.stringsPerTracker) },
      ]}
    />
  )
}
