import { useFormat, useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'
import type { Candidate } from './readiness.ts'

const mostNames = 6

/** Names of the devices to be set, by station. */
export function ChosenDevices({ chosen }: { chosen: readonly Candidate[] }) {
  const stations = [...Map.groupBy(chosen, ({ device }) => device.stationId)]
  return stations.map(([stationId, own]) => <ChosenOfStation key={stationId} chosen={own} />)
}

function ChosenOfStation({ chosen }: { chosen: readonly Candidate[] }) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const rest = chosen.length - mostNames
  const names = chosen.slice(0, mostNames).map(({ device }) => device.name)
  return (
    <p>
      <strong>{chosen[0]?.device.stationName}</strong>
      {': '}
      {names.join(', ')}
      {rest > 0 && ` ${text('andMore', { count: rest, number: format.number(rest) })}`}
    </p>
  )
}
