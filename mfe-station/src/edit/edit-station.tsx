import { useCallback, useEffect, useState } from 'react'
import { ApiError, call } from '@helioport/api-client'
import { apiBasePath, paths, type Station } from '@helioport/contract'
import { useSession } from '@helioport/session'
import { LinkButton, NoAccess, Page, PageHeader } from '@helioport/ui'
import { FormSkeleton } from './form-skeleton.tsx'
import { Failure } from '../station/failure.tsx'
import { hrefOf } from '../station/href.ts'
import { MissingStation } from '../station/missing.tsx'
import { useOwnerText } from '../station/owner-texts.ts'
import { readRest } from './save-station.ts'
import StationForm from './station-form.tsx'
import { type StationValues, valuesOf } from './station-values.ts'

const pictureAddress = (pictureId: string) => `${apiBasePath}/pictures/${pictureId}`

/** Station and values; `values` null: the caller may not change the station. */
interface Loaded {
  station: Station
  values: StationValues | null
}

async function load(stationId: string): Promise<Loaded> {
  const { data: station } = await call('GET /stations/:stationId', { params: { stationId } })
  if (station === null) throw new ApiError('client.badReply', 200)
  if (!station.rights.includes('manage')) return { station, values: null }
  const { tariffs, deviceIds } = await readRest(stationId)
  return { station, values: valuesOf(station, tariffs, deviceIds, pictureAddress) }
}

/** Changes a station. The initial values are always fetched, never taken from the cache. */
export default function EditStation({ memberId, stationId }: { memberId: string; stationId: string }) {
  const text = useOwnerText()
  const session = useSession((state) => state.session)
  const [loaded, setLoaded] = useState<Loaded>()
  const [error, setError] = useState<ApiError>()

  const read = useCallback(
    () =>
      load(stationId).then(setLoaded, (failure: unknown) =>
        setError(failure instanceof ApiError ? failure : new ApiError('service.failed', 0)),
      ),
    [stationId],
  )
  useEffect(() => void read(), [read])
  const retry = () => {
    setError(undefined)
    void read()
  }

  if (error && ['notFound', 'access.denied', 'request.invalid'].includes(error.code)) return <MissingStation />
  if (error)
    return (
      <Page>
        <Failure title={text('failed.load')} error={error} onRetry={retry} />
      </Page>
    )
  if (!session || !loaded) return <FormSkeleton />
  const { station, values } = loaded
  if (station.memberId !== memberId) return <MissingStation />
  const information = hrefOf(paths.station('information', memberId, stationId))
  if (values === null)
    return (
      <Page>
        <NoAccess
          title={text('noRight.title')}
          hint={text('noRight.edit')}
          action={<LinkButton href={information}>{text('back.station')}</LinkButton>}
        />
      </Page>
    )
  return (
    <Page width="reading">
      <PageHeader
        title={text('title.editName', { name: station.name })}
        back={{ href: information, label: text('back.station') }}
        actions={
          <LinkButton icon="table" href={hrefOf(paths.stationHistory(station.memberId, station.id))}>
            {text('connect.way.file')}
          </LinkButton>
        }
      />
      <StationForm
        accountId={session.accountId}
        station={station}
        initial={values}
        readSaved={() => load(stationId).then((saved) => saved.values ?? undefined)}
      />
    </Page>
  )
}
