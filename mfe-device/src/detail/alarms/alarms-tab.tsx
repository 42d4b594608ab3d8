import { useSearchParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { defaultPageSize, type Device, paths } from '@helioport/contract'
import { useListTexts, useText } from '@helioport/i18n'
import { Empty, LinkButton, Segmented, Toolbar, urlChoice, urlPage, useUrlState } from '@helioport/ui'
import { ListFrame } from '@helioport/ui/table'
import type enUS from '../../messages/en-US.ts'
import { useAlarmColumns } from './use-alarm-columns.tsx'

const refetchMs = 30_000

const lights = ['without', 'with'] as const

/** Low-light alarms are most episodes but need no care: they are shown on request. */
const alarmFields = { light: urlChoice(lights), page: urlPage }

/** Alarm episodes of one device; each links to its details in the record. */
export function AlarmsTab({ device }: { device: Device }) {
  const text = useText<typeof enUS>('device')
  const [{ light, page }, change] = useUrlState(alarmFields, useSearchParams())
  const alarms = useEndpoint(
    'GET /alarms',
    {
      query: {
        deviceId: device.id,
        view: 'episodes',
        ...(light === 'without' && { lowLight: false }),
        page,
        pageSize: defaultPageSize,
      },
    },
    { refetchMs },
  )
  const record = `#${paths.record()}?state=all&light=${light}&device=${device.id}`
  // After a change of device the cache still returns the former device's alarms: they are not shown.
  const data = alarms.isPrevious && alarms.data?.[0]?.deviceId !== device.id ? undefined : alarms.data
  return (
    <>
      <Toolbar>
        <Segmented
          label={text('alarms.lowLight')}
          value={light}
          options={lights.map((value) => ({ value, label: text(`alarms.light.${value}`) }))}
          onChange={(value) => change({ light: value })}
        />
      </Toolbar>
      <ListFrame
        label={text('alarms.caption')}
        list={{ ...alarms, data }}
        texts={useListTexts()}
        columns={useAlarmColumns()}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `${record}&page=${page}&alarm=${id}`}
        page={{
          number: page,
          size: defaultPageSize,
          sizes: [defaultPageSize],
          onChange: (number) => change({ page: number }),
        }}
        empty={
          <Empty
            icon="checkCircle"
            title={text('alarms.none')}
            hint={text('alarms.noneHint')}
            action={<LinkButton href={`#${paths.record()}`}>{text('alarms.all')}</LinkButton>}
          />
        }
      />
    </>
  )
}
