import { Navigate } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { type DeviceTab, paths } from '@helioport/contract'
import { useErrorText, useText } from '@helioport/i18n'
import { Card, Empty, ErrorState, LinkButton, Page, PageHeader } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import { DetailSkeleton } from './detail-skeleton.tsx'

/** For an address without a device: goes to the first device, or says that there is none. */
export function FirstDevice({ tab }: { tab: DeviceTab }) {
  const text = useText<typeof enUS>('device')
  const errorText = useErrorText()
  const { data, error, refetch } = useEndpoint('GET /devices', { query: { pageSize: 1 } })
  const back = { href: `#${paths.deviceList()}`, label: text('detail.back') }
  const first = data?.[0]
  if (first) return <Navigate to={paths.device(tab, first.memberId, first.id)} replace />
  if (!data && !error) return <DetailSkeleton back={back} />
  return (
    <Page>
      <PageHeader title={text('detail.device')} back={back} />
      <Card>
        {error ? (
          <ErrorState {...errorText(error, refetch)} />
        ) : (
          <Empty
            icon="device"
            title={text('detail.none')}
            hint={text('detail.noneHint')}
            action={<LinkButton href={`#${paths.stationList()}`}>{text('list.emptyAction')}</LinkButton>}
          />
        )}
      </Card>
    </Page>
  )
}
