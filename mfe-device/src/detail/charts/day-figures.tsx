import type { Device, DeviceDay } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Stat, StatRow } from '@helioport/ui'
import { measuredHere } from '../../device/measured-here.ts'
import { DeviceAge } from '../../device/device-age.tsx'
import type enUS from '../../messages/en-US.ts'

interface DayFiguresProps {
  device: Device
  day: DeviceDay
  isToday: boolean
}

/** Highest known value of a curve; null: none is known. */
function highestOf(curve: readonly (number | null)[]): number | null {
  const known = curve.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((high, value) => Math.max(high, value))
}

/** Figures of the day; for today also present values. */
export function DayFigures({ device, day, isToday }: DayFiguresProps) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  const { figures, timeZone } = day
  const stale = isToday && device.age.state === 'stale' && device.statusReason !== 'night'
  const share = device.powerW === null ? null : device.powerW / device.ratedPowerW
  const cabinet = isToday ? device.cabinetC : highestOf(day.cabinetC)
  const coverage =
    figures.coverage === null ? undefined : text('kpi.coverage', { share: format.percent(figures.coverage, 0) })
  const shown = (figure: { value: string; unit: string }) => ({ value: figure.value, unit: figure.unit })

  return (
    <StatRow label={text('kpi.label')}>
      {isToday && (
        <Stat
          testId="kpi-power"
          raw={device.powerW}
          size="xl"
          tone="generation"
          label={text('kpi.power')}
          badge={<DeviceAge device={device} />}
          stale={stale}
          {...shown(format.power(device.powerW))}
          note={text('shareOfRating', {
            share: format.percent(share, 0),
            rating: format.power(device.ratedPowerW).text,
          })}
        />
      )}
      <Stat
        testId="kpi-energy"
        raw={figures.energyKwh}
        size={isToday ? 'l' : 'xl'}
        tone="generation"
        label={isToday ? text('kpi.energyToday') : text('kpi.energyDay')}
        stale={stale}
        {...shown(format.energy(figures.energyKwh))}
        note={coverage}
      />
      <Stat
        testId="kpi-yield"
        raw={figures.specificYield}
        label={text('kpi.yield')}
        stale={stale}
        {...shown(format.quantity(figures.specificYield, 'kWh/kWp', 2))}
        note={format.capacity(day.capacityKwp).text}
      />
      <Stat
        testId="kpi-peak"
        raw={figures.peakPowerW}
        label={text('kpi.peak')}
        {...shown(format.power(figures.peakPowerW))}
        note={figures.peakAt === null ? undefined : text('kpi.peakAt', { time: format.time(figures.peakAt, timeZone) })}
      />
      <Stat
        testId="kpi-cabinet"
        raw={cabinet}
        tone="temperature"
        label={isToday ? text('kpi.cabinet') : text('kpi.cabinetMax')}
        stale={stale}
        {...shown(format.quantity(cabinet, '°C', 1))}
      />
      {isToday && <IncomeToday device={device} />}
      <Stat
        testId="kpi-total"
        raw={device.energyTotalKwh}
        label={text('kpi.total')}
        {...shown(format.energy(device.energyTotalKwh))}
        note={[
          device.hoursTotal === null ? undefined : text('kpi.hours', { hours: format.number(device.hoursTotal) }),
          measuredHere(device.lifetime, text, format),
        ]
          .filter((note) => note !== undefined)
          .join(' · ')}
      />
    </StatRow>
  )
}

function IncomeToday({ device: { incomeToday, currency } }: Pick<DayFiguresProps, 'device'>) {
  const text = useText<typeof enUS>('device')
  const format = useFormat()
  if (incomeToday === null) return null
  return (
    <Stat
      testId="kpi-income"
      raw={incomeToday}
      label={text('column.income')}
      value={format.money(incomeToday, currency)}
    />
  )
}
