import { useEndpoint } from '@helioport/api-client'
import { type InfoItem, paths, type StationsSummary } from '@helioport/contract'
import { type Format, useFormat, useText } from '@helioport/i18n'
import { LinkButton, SkeletonStatRow, Stack, Stat, StatRow } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'

const refetchMs = 60_000

/** The figures as texts. Income is one text per currency, since currencies are never added up. */
const figures: Record<InfoItem, (of: StationsSummary, format: Format) => { value: string; unit?: string }> = {
  powerNow: ({ powerW }, format) => format.power(powerW),
  energyToday: ({ energyTodayKwh }, format) => format.energy(energyTodayKwh),
  energyMonth: ({ energyMonthKwh }, format) => format.energy(energyMonthKwh),
  energyTotal: ({ energyTotalKwh }, format) => format.energy(energyTotalKwh),
  incomeToday: ({ incomes }, format) => ({ value: money(incomes, 'today', format) }),
  incomeTotal: ({ incomes }, format) => ({ value: money(incomes, 'total', format) }),
  co2Saved: ({ co2Kg }, format) => format.quantity(co2Kg === null ? null : co2Kg / 1000, 't', 2),
  treesPlanted: ({ trees }, format) => ({ value: format.number(trees, 0) }),
  peakSunshine: ({ peakSunshineHoursToday }, format) => format.quantity(peakSunshineHoursToday, 'h', 1),
  devicesOnline: ({ devices, deviceCounts }, format) => ({
    value: `${format.number(devices - deviceCounts.offline)}/${format.number(devices)}`,
  }),
}

function money(incomes: StationsSummary['incomes'], of: 'today' | 'total', format: Format): string {
  if (incomes.length === 0) return format.number(null)
  return incomes.map(({ currency, ...sums }) => format.money(sums[of], currency)).join(' · ')
}

/** The figures chosen in the display settings. */
export function FiguresRow() {
  const text = useText<typeof enUS>('account')
  const format = useFormat()
  const { data: profile } = useEndpoint('GET /account/profile')
  const { data: summary, error } = useEndpoint('GET /stations/summary', {}, { refetchMs })
  if (error && !summary) return null
  if (!summary || !profile) return <SkeletonStatRow count={4} />
  if (summary.stations === 0) return null
  return (
    <Stack gap={2}>
      <StatRow label={text('center.figures')}>
        {profile.infoItems.map((item) => {
          const { value, unit } = figures[item](summary, format)
          return (
            <Stat
              key={item}
              testId={`info-${item}`}
              label={text(`info.${item}`)}
              value={value}
              {...(unit && { unit })}
            />
          )
        })}
      </StatRow>
      <div>
        <LinkButton kind="text" size="s" icon="settings" href={`#${paths.setting('display')}`}>
          {text('center.chooseFigures')}
        </LinkButton>
      </div>
    </Stack>
  )
}
