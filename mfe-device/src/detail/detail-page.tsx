import { useParams } from 'react-router-dom'
import { askAhead, useEndpoint } from '@helioport/api-client'
import type { Place } from '@helioport/federation/remote'
import { paths } from '@helioport/contract'
import { useErrorText, useText } from '@helioport/i18n'
import { Card, Empty, ErrorState, LinkButton, Page, PageHeader, Row } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import { DetailSkeleton } from './detail-skeleton.tsx'
import { isNotHere, tabOf } from './device-address.ts'
import { DeviceView } from './device-view.tsx'
import { FirstDevice } from './first-device.tsx'

const refetchMs = 30_000

/** `/device/detail/:tabKey/:memberId/:deviceId`; without ids the first device is shown. */
export default function DetailPage() {
  const { tabKey, memberId, deviceId } = useParams()
  if (memberId === undefined || deviceId === undefined) return <FirstDevice tab={tabOf(tabKey) ?? 'charts'} />
  return <OneDevice tabKey={tabKey} memberId={memberId} deviceId={deviceId} />
}

interface OneDeviceProps {
  tabKey: string | undefined
  memberId: string
  deviceId: string
}

function OneDevice({ tabKey, memberId, deviceId }: OneDeviceProps) {
  const text = useText<typeof enUS>('device')
  const errorText = useErrorText()
  const { data, error, isPrevious, refetch } = useEndpoint(
    'GET /devices/:deviceId',
    { params: { deviceId } },
    { refetchMs },
  )
  const device = isPrevious ? undefined : data
  const back = { href: `#${paths.deviceList()}`, label: text('detail.back') }
  const tab = tabOf(tabKey)

  if ((error && isNotHere(error.code)) || (device && device.memberId !== memberId)) {
    return (
      <Page>
        <PageHeader title={text('detail.device')} back={back} />
        <Card>
          <Empty
            icon="device"
            title={text('detail.notFound')}
            hint={text('detail.notFoundHint')}
            action={<LinkButton href={back.href}>{back.label}</LinkButton>}
          />
        </Card>
      </Page>
    )
  }
  if (tab === undefined) {
    return (
      <Page>
        <PageHeader title={device?.name ?? text('detail.device')} back={back} />
        <Card>
          <Empty
            icon="device"
            title={text('detail.unknownTab')}
            hint={text('detail.unknownTabHint')}
            action={
              <Row>
                <LinkButton href={`#${paths.device('charts', memberId, deviceId)}`}>
                  {text('detail.showCurve')}
                </LinkButton>
              </Row>
            }
          />
        </Card>
      </Page>
    )
  }
  if (!device) {
    if (!error) return <DetailSkeleton back={back} />
    return (
      <Page>
        <PageHeader title={text('detail.device')} back={back} />
        <Card>
          <ErrorState {...errorText(error, refetch)} />
        </Card>
      </Page>
    )
  }
  return <DeviceView device={device} tab={tab} back={back} error={error} />
}

DetailPage.ahead = ({ params: { deviceId } }: Place) => {
  if (deviceId !== undefined) askAhead('GET /devices/:deviceId', { params: { deviceId } })
}
