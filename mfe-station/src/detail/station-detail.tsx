import { type ComponentType, Suspense } from 'react'
import { paths, type StationTab, stationTabs } from '@helioport/contract'
import { type ApiErrorCode, useEndpoint } from '@helioport/api-client'
import { useFormat } from '@helioport/i18n'
import { useSession } from '@helioport/session'
import { Card, NoAccess, Notice, Page, SkeletonText, Tabs, useNow } from '@helioport/ui'
import { Failure } from '../station/failure.tsx'
import { hrefOf } from '../station/href.ts'
import { MissingStation } from '../station/missing.tsx'
import { addOwnerTexts } from '../station/owner-texts.ts'
import { useStationText } from '../station/use-station-text.ts'
import { pollMs } from '../station/use-fleet.ts'
import { DetailSkeleton } from './detail-skeleton.tsx'
import type { StationTabProps } from './station-tab-props.ts'
import { StationHeader } from './station-header.tsx'
import { isTabOpen } from './tab-rights.ts'
import { lazyTab } from './tab-texts.ts'
import styles from './detail.module.css'

const clockTickMs = 20_000

/** Codes that mean "no access, or does not exist". */
const missingCodes: readonly ApiErrorCode[] = ['notFound', 'access.denied', 'request.invalid']

const bodies: Record<StationTab, ComponentType<StationTabProps>> = {
  charts: lazyTab(() => import('./charts/charts-tab.tsx')),
  devices: lazyTab(() => import('./devices/devices-tab.tsx')),
  performance: lazyTab(() => import('./performance/performance-tab.tsx')),
  alarms: lazyTab(() => import('./alarms/alarms-tab.tsx')),
  information: lazyTab(() => import('./information/information-tab.tsx'), addOwnerTexts),
  sharing: lazyTab(() => import('./sharing/sharing-tab.tsx'), addOwnerTexts),
}

interface StationDetailProps {
  tab: StationTab
  memberId: string
  stationId: string
}

/** One station: its header and the open tab. */
export function StationDetail({ tab, memberId, stationId }: StationDetailProps) {
  const text = useStationText()
  const isSubAccount = useSession(({ accessFlags }) => !accessFlags.isMainAccount)
  const format = useFormat()
  const now = useNow(clockTickMs)
  const {
    data: station,
    error,
    ...state
  } = useEndpoint('GET /stations/:stationId', { params: { stationId } }, { refetchMs: pollMs })

  if (error && missingCodes.includes(error.code)) return <MissingStation />
  if (error && !station)
    return (
      <Page>
        <Card>
          <Failure title={text('failed.stationTitle')} error={error} onRetry={state.refetch} />
        </Card>
      </Page>
    )
  if (!station) return <DetailSkeleton />
  if (station.memberId !== memberId) return <MissingStation />

  const Body = bodies[tab]
  return (
    <Page>
      <StationHeader station={station} now={now} />
      <Tabs
        label={text('detail.tabs')}
        active={tab}
        items={stationTabs
          .filter((key) => isTabOpen(key, station.rights))
          .map((key) => ({
            key,
            label: text(`detail.tab.${key}`),
            href: hrefOf(paths.station(key, memberId, stationId)),
            ...(key === 'alarms' && station.openAlarms ? { count: format.number(station.openAlarms) } : {}),
          }))}
      />
      {error && <Notice tone="warn">{text('age.refreshFailed', { time: format.time(state.updatedAt) })}</Notice>}
      <div className={styles.tab}>
        {isTabOpen(tab, station.rights) ? (
          <Suspense
            fallback={
              <Card>
                <SkeletonText lines={8} />
              </Card>
            }
          >
            <Body station={station} now={now} />
          </Suspense>
        ) : (
          <NoAccess
            title={text('detail.noRight')}
            hint={text(isSubAccount ? 'detail.noRightHint.subAccount' : 'detail.noRightHint')}
          />
        )}
      </div>
    </Page>
  )
}
