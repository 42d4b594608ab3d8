import { useSearchParams } from 'react-router-dom'
import { useEndpoint, useStationSearch } from '@helioport/api-client'
import { type InverterAnalysis, isAsleep, paths } from '@helioport/contract'
import { useErrorText, useFormat } from '@helioport/i18n'
import { dayAt } from '@helioport/time'
import {
  Card,
  Empty,
  ErrorState,
  Icon,
  LinkButton,
  Menu,
  Notice,
  PageHeader,
  SkeletonChart,
  SkeletonStatRow,
  SkeletonTable,
  useNow,
  useUrlState,
} from '@helioport/ui'
import { ChartRange } from '@helioport/ui/chart'
import { DeviceMenu } from '../device/device-menu.tsx'
import { type Choice, choiceFields, choiceOf, promptsOf, urlOf } from './analysis-choice.ts'
import { ChoiceForm } from './choice-form.tsx'
import { Results } from './results.tsx'
import { useAnalysisText } from './texts.ts'
import { useSaving } from './use-saving.ts'

const refetchMs = 5 * 60_000

/** The choice on top; below it the comparison, once the choice is complete. */
export default function AnalysisView() {
  const text = useAnalysisText()
  const errorText = useErrorText()
  const [url, change] = useUrlState(choiceFields, useSearchParams())
  const choice = choiceOf(url)
  const isWhole = Object.keys(promptsOf(choice)).length === 0
  const stations = useStationSearch(choice.station)
  const station = stations.known.find(({ id }) => id === choice.station)
  const now = useNow(refetchMs)
  const isToday = station !== undefined && choice.date === dayAt(now, station.timeZone)
  const { data, error, isFetching, refetch } = useEndpoint(
    'GET /stations/:stationId/inverter-analysis',
    {
      params: { stationId: choice.station },
      query: { deviceIds: url.inverters, parameters: url.parameters, date: choice.date },
    },
    { enabled: isWhole, ...(isToday ? { refetchMs } : {}) },
  )
  const analysis = isWhole && data?.stationId === choice.station && data.date === choice.date ? data : undefined

  return (
    <>
      <PageHeader
        title={text('title')}
        subtitle={text('subtitle')}
        actions={analysis && <SaveMenu analysis={analysis} name={station?.name ?? ''} />}
      />
      <DeviceMenu active="analysis" />
      {stations.error && !stations.data ? (
        <Card>
          <ErrorState {...errorText(stations.error, stations.refetch)} />
        </Card>
      ) : stations.data?.length === 0 ? (
        <Card>
          <Empty
            icon="station"
            title={text('noStations')}
            hint={text('noStationsHint')}
            action={<LinkButton href={`#${paths.stationList()}`}>{text('toStations')}</LinkButton>}
          />
        </Card>
      ) : (
        <ChoiceForm
          key={keyOf(choice)}
          first={choice}
          stations={stations}
          now={now}
          busy={isWhole && isFetching}
          onAsk={(asked) => change(urlOf(asked))}
        />
      )}
      {error && analysis && <Notice tone="warn">{errorText(error).detail}</Notice>}
      {isWhole && error && !analysis && (
        <Card>
          <ErrorState {...errorText(error, refetch)} />
        </Card>
      )}
      {isWhole && !error && !analysis && <Waiting />}
      {!isWhole && stations.data && stations.data.length > 0 && <Example />}
      {analysis && (
        <ChartRange value={url.zoom} onChange={(zoom) => change({ zoom })}>
          <Results
            analysis={analysis}
            parameters={choice.parameters}
            isToday={isToday}
            isNight={station !== undefined && isAsleep(station, now)}
            onDay={(date) => change({ date, zoom: '' })}
          />
        </ChartRange>
      )}
    </>
  )
}

/** Resets the form when the URL asks for another comparison. */
const keyOf = (choice: Choice) => JSON.stringify(choice)

/** Skeleton of the results. */
function Waiting() {
  return (
    <>
      <SkeletonStatRow count={4} lead />
      <Card>
        <SkeletonTable rows={6} columns={5} />
      </Card>
      <Card>
        <SkeletonChart height={320} />
      </Card>
    </>
  )
}

/** Describes the results while nothing is chosen. */
function Example() {
  const text = useAnalysisText()
  return (
    <Card title={text('example.title')}>
      <ul>
        {(['findings', 'comparison', 'box', 'map'] as const).map((part) => (
          <li key={part}>{text(`example.${part}`)}</li>
        ))}
      </ul>
    </Card>
  )
}

function SaveMenu({ analysis, name }: { analysis: InverterAnalysis; name: string }) {
  const text = useAnalysisText()
  const format = useFormat()
  const { saveCsv, savePicture } = useSaving(analysis, `${name} ${format.date(analysis.date)}`)
  return (
    <Menu
      label={text('save')}
      trigger={
        <>
          <Icon name="download" />
          {text('save')}
        </>
      }
      items={[
        { key: 'csv', label: text('save.csv'), note: text('save.csvNote'), icon: 'table', onSelect: saveCsv },
        {
          key: 'picture',
          label: text('save.picture'),
          note: text('save.pictureNote'),
          icon: 'image',
          onSelect: savePicture,
        },
      ]}
    />
  )
}
