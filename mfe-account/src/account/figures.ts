import type { InfoItem, StationsSummary } from '@helioport/contract'
import type { Format } from '@helioport/i18n'

/** Figures as texts. Income is one text per currency, since currencies are never added up. */
export const figures: Record<InfoItem, (of: StationsSummary, format: Format) => { value: string; unit?: string }> = {
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
