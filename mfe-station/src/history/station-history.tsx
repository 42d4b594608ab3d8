import { useEndpoint, useWholeList } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { Card, NoAccess, Page, PageHeader, SkeletonText } from '@helioport/ui'
import { Failure } from '../station/failure.tsx'
import { hrefOf } from '../station/href.ts'
import { MissingStation } from '../station/missing.tsx'
import { FileImport } from './file-import.tsx'
import { useHistoryText } from './history-texts.ts'
import { ImportsList } from './imports-list.tsx'
import { openReader } from './open-reader.ts'
import type { OpenReader } from './reader.ts'

const missing = ['notFound', 'access.denied', 'request.invalid']
/** Polling interval while an import is being undone. */
const undoingMs = 2000

interface StationHistoryProps {
  stationId: string
  /** Replaced in tests, which have no workers. */
  open?: OpenReader
}

/** Measured history of a station from files: imports files, and undoes imports. */
export default function StationHistory({ stationId, open = openReader }: StationHistoryProps) {
  const text = useHistoryText()
  const station = useEndpoint('GET /stations/:stationId', { params: { stationId } })
  const isOwn = station.data?.rights.includes('manage') ?? false
  const devices = useWholeList('GET /devices', { query: { stationId } }, { enabled: isOwn })
  const imports = useEndpoint(
    'GET /stations/:stationId/imports',
    { params: { stationId } },
    { enabled: isOwn, refetchMs: undoingMs },
  )
  if (station.error && missing.includes(station.error.code)) return <MissingStation />
  const failed = [station, devices].find(({ error, data }) => error && !data)
  if (!station.data || (isOwn && !devices.data))
    return (
      <Page width="reading">
        <Card>
          {failed?.error ? (
            <Failure title={text('failed')} error={failed.error} onRetry={failed.refetch} />
          ) : (
            <SkeletonText lines={6} />
          )}
        </Card>
      </Page>
    )
  const { name, memberId, timeZone, installedOn } = station.data
  if (!isOwn)
    return (
      <Page>
        <NoAccess title={text('noRight.title')} hint={text('noRight.text')} />
      </Page>
    )
  const known = (devices.data ?? []).map(({ id, name: own, serial, ratedPowerW }) => ({
    id,
    name: own,
    serial,
    ratedPowerW,
  }))
  const back = { href: hrefOf(paths.station('information', memberId, stationId)), label: text('back') }
  return (
    <Page width="reading">
      <PageHeader title={text('title', { name })} subtitle={text('subtitle')} back={back} />
      <FileImport
        stationId={stationId}
        station={station.data}
        leftKwp={station.data.capacityKwp - (devices.data ?? []).reduce((sum, { capacityKwp }) => sum + capacityKwp, 0)}
        zone={timeZone}
        devices={known}
        openReader={open}
        onChange={imports.refetch}
        imports={imports.data ?? []}
        charts={hrefOf(paths.station('charts', memberId, stationId))}
        start={{ day: installedOn, edit: hrefOf(paths.stationEdit(memberId, stationId)) }}
      />
      <ImportsList stationId={stationId} zone={timeZone} imports={imports.data ?? []} onChange={imports.refetch} />
    </Page>
  )
}
