import { useEndpoint } from '@helioport/api-client'
import type { Setting } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'
import { dailyLoss } from './effect.ts'
import type { Candidate } from './readiness.ts'

interface DailyLossesProps {
  chosen: readonly Candidate[]
  setting: Setting
}

/** Loss on a day of this season, by station. */
export function DailyLosses({ chosen, setting }: DailyLossesProps) {
  const stations = [...Map.groupBy(chosen, ({ device }) => device.stationId)]
  return stations.map(([stationId, own]) => (
    <DailyLossOf
      key={stationId}
      stationId={stationId}
      name={stations.length > 1 ? (own[0]?.device.stationName ?? '') : ''}
      chosen={own}
      setting={setting}
    />
  ))
}

function DailyLossOf({ stationId, name, chosen, setting }: DailyLossesProps & { stationId: string; name: string }) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const { data } = useEndpoint('GET /stations/:stationId/seasons', { params: { stationId } })
  const loss = data && dailyLoss(chosen, data, setting)
  const term = name === '' ? text('effect.season') : text('effect.seasonOf', { station: name })
  return (
    <>
      <dt>{term}</dt>
      <dd data-testid="daily-loss" data-value={loss?.lossKwh}>
        {loss
          ? text('effect.perDay', {
              energy: format.energy(loss.lossKwh).text,
              count: loss.days,
              number: format.number(loss.days),
            })
          : data
            ? text('effect.noDays')
            : '–'}
      </dd>
    </>
  )
}
