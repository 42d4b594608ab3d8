import { lazy, Suspense, useState } from 'react'
import { useEndpoint, useWholeList } from '@helioport/api-client'
import { type Logger, paths } from '@helioport/contract'
import { Card, LinkButton, NoAccess, Page, PageHeader, Segmented, SkeletonText, Stack, useNow } from '@helioport/ui'
import { Failure } from '../station/failure.tsx'
import { hrefOf } from '../station/href.ts'
import { MissingStation } from '../station/missing.tsx'
import { useOwnerText } from '../station/owner-texts.ts'
import styles from './connect.module.css'
import { FoundDevices } from './found-devices.tsx'
import { NewLogger } from './new-logger.tsx'
import { VirtualWay } from './virtual-way.tsx'
import { type ConnectWay, connectWays } from './ways.ts'

const MqttWay = lazy(() => import('./mqtt/mqtt-way.tsx'))

/** Hints announce the first frame at once; polling is for browsers that receive none. */
const refetchMs = 30_000
const tickMs = 10_000
const missing = ['notFound', 'access.denied', 'request.invalid']

/**
 * From a station without data to its first device: choose a way, a key, a command, the first frame, the found devices.
 */
export default function ConnectStation({ stationId }: { stationId: string }) {
  const text = useOwnerText()
  const now = useNow(tickMs)
  const [way, setWay] = useState<ConnectWay>('gateway')
  const station = useEndpoint('GET /stations/:stationId', { params: { stationId } })
  const isOwn = station.data?.rights.includes('manage') ?? false
  const loggers = useWholeList('GET /loggers', { query: { stationId } }, { refetchMs, enabled: isOwn })
  if (station.error && missing.includes(station.error.code)) return <MissingStation />
  if (!station.data)
    return (
      <Page width="reading">
        <Card>
          {station.error ? (
            <Failure title={text('failed.load')} error={station.error} onRetry={station.refetch} />
          ) : (
            <SkeletonText lines={6} />
          )}
        </Card>
      </Page>
    )
  const { name, memberId, deviceCounts } = station.data
  const back = { href: hrefOf(paths.station('information', memberId, stationId)), label: text('back.station') }
  if (!isOwn)
    return (
      <Page>
        <NoAccess title={text('noRight.title')} hint={text('connect.noRight')} />
      </Page>
    )
  const own = loggers.data ?? []
  const hasDevices = Object.values(deviceCounts).some((count) => count > 0)
  return (
    <Page width="reading">
      <PageHeader
        title={text('connect.title', { name })}
        subtitle={text('connect.subtitle')}
        back={back}
        actions={
          hasDevices && (
            <LinkButton icon="chart" href={hrefOf(paths.station('charts', memberId, stationId))}>
              {text('connect.open')}
            </LinkButton>
          )
        }
      />
      <FoundAtAll loggers={own} station={station.data} now={now} />
      <Card title={text('connect.how')} subtitle={text(`connect.hint.${way}`)}>
        <Stack gap={4}>
          <div className={styles['ways']}>
            <Segmented
              label={text('connect.how')}
              value={way}
              onChange={setWay}
              options={connectWays.map((value) => ({ value, label: text(`connect.way.${value}`) }))}
            />
          </div>
          {way === 'mqtt' ? (
            <Suspense fallback={<SkeletonText lines={6} />}>
              <MqttWay stationId={stationId} loggers={own} now={now} />
            </Suspense>
          ) : way === 'virtual' ? (
            <VirtualWay />
          ) : way === 'file' ? (
            <div>
              <LinkButton kind="primary" icon="table" href={hrefOf(paths.stationHistory(memberId, stationId))}>
                {text('connect.file')}
              </LinkButton>
            </div>
          ) : (
            <NewLogger key={way} way={way} stationId={stationId} loggers={own} now={now} />
          )}
        </Stack>
      </Card>
    </Page>
  )
}

interface FoundAtAllProps {
  loggers: readonly Logger[]
  station: Parameters<typeof FoundDevices>[0]['station']
  now: number
}

const newestFirst = (one: Logger, other: Logger) => (other.lastBatchAt ?? '').localeCompare(one.lastBatchAt ?? '')

/**
 * Found devices of all loggers of the station, also after a reload. Two loggers may report the same device: the logger
 * that sent last comes first.
 */
function FoundAtAll({ loggers, station, now }: FoundAtAllProps) {
  return loggers
    .filter(({ foundDevices }) => foundDevices > 0)
    .toSorted(newestFirst)
    .map((logger) => <FoundDevices key={logger.id} logger={logger} station={station} now={now} />)
}
