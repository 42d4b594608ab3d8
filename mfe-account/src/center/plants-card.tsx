import { useEndpoint } from '@helioport/api-client'
import { paths, shownStatus, type Station } from '@helioport/contract'
import { useErrorText, useFormat, useText } from '@helioport/i18n'
import { Card, Empty, ErrorState, LinkButton, SkeletonText, StatusTag } from '@helioport/ui'
import { Entry, EntryList } from '../account/entry-list.tsx'
import { useAccountText } from '../account/use-account-text.ts'

/** Only the first few: the list of plants shows all. */
const shown = 5

/** The first accessible plants, in the person's own order. */
export function PlantsCard() {
  const text = useAccountText()
  const errorText = useErrorText()
  const format = useFormat()
  const { data: stations, total = 0, error, refetch } = useEndpoint('GET /stations', { query: { pageSize: shown } })
  return (
    <Card
      title={text('plants.title')}
      extra={
        total > 0 && (
          <LinkButton size="s" kind="text" href={`#${paths.stationList()}`}>
            {text('plants.all', { count: total, total: format.number(total) })}
          </LinkButton>
        )
      }
    >
      {stations ? (
        stations.length === 0 ? (
          <Empty
            icon="station"
            title={text('plants.none')}
            action={<LinkButton href={`#${paths.stationList()}`}>{text('plants.toList')}</LinkButton>}
          />
        ) : (
          <EntryList label={text('plants.title')}>
            {stations.map((station) => (
              <Plant key={station.id} station={station} />
            ))}
          </EntryList>
        )
      ) : error ? (
        <ErrorState {...errorText(error, refetch)} />
      ) : (
        <SkeletonText lines={4} />
      )}
    </Card>
  )
}

function Plant({ station }: { station: Station }) {
  const text = useAccountText()
  const status = useText('status')
  const format = useFormat()
  const { energyTodayKwh, name, capacityKwp, powerW } = station
  const now = format.power(powerW)
  const today = format.energy(energyTodayKwh)
  const { look, word } = shownStatus(station)
  const size = format.quantity(capacityKwp, 'kWp', 1)
  return (
    <Entry
      icon="station"
      title={<a href={`#${paths.station('charts', station.memberId, station.id)}`}>{name}</a>}
      mark={
        <StatusTag status={look} label={status(`status.${word}`)} reason={status(`reason.${station.statusReason}`)} />
      }
      note={[
        `${size.value} ${size.unit}`,
        `${text('info.powerNow')} ${now.value} ${now.unit}`,
        `${text('info.energyToday')} ${today.value} ${today.unit}`,
      ].join(' · ')}
    />
  )
}
