import type { AlarmCode, PageLocale } from '@helioport/contract'
import { localTime } from '@helioport/time/node'
import { alarmNameOf } from '../alarm/list-alarms.ts'
import { dayIn, energyIn, moneyIn, numberIn, percentIn, powerIn, shortDayIn } from '../message/format.ts'
import { inserted } from '../message/one-line.ts'
import type { Block } from '../message/template/content.ts'
import { wordIn } from '../message/word.ts'
import type { StationReport, Stretch } from './station-report.ts'

type Fact = readonly [string, string]

/** Blocks of a report about one station; `isDrawn`: with its curve and the bars of the month. */
export function stationBlocks(report: StationReport, locale: PageLocale, isDrawn: boolean): Block[] {
  const heading: Block = {
    kind: 'heading',
    text: `${inserted(report.station.name)} · ${dayIn(locale, report.day.date)}`,
  }
  const facts: Block = { kind: 'facts', rows: factsOf(report, locale) }
  return isDrawn ? [heading, facts, curveOf(report, locale), barsOf(report, locale)] : [heading, facts]
}

function factsOf({ station, day, month, dayBefore, monthBefore, alarms }: StationReport, locale: PageLocale) {
  const say = wordIn(locale)
  const unknown = say('unknown')
  const { figures } = day
  const against = (value: number | null, before: number | null) =>
    say('report.before', {
      value: [energyIn(locale, before) ?? unknown, changeOf(value, before, locale)].join(' ').trim(),
    })
  const rows: Fact[] = [
    [say('report.day'), `${energyIn(locale, figures.energyKwh) ?? unknown}\n${against(figures.energyKwh, dayBefore)}`],
    [
      say('report.month'),
      [
        stretchText(month, locale),
        // Compared only where all days of both months are known.
        `${against(isWhole(month, monthBefore) ? month.energyKwh : null, monthBefore.energyKwh)}${gapsText(monthBefore, locale)}`,
      ].join('\n'),
    ],
    [say('report.ratio'), percentIn(locale, figures.performanceRatio) ?? unknown],
  ]
  if (station.rights.includes('income'))
    rows.push([say('report.income'), moneyIn(locale, figures.income, station.currency) ?? unknown])
  if (station.rights.includes('alarms')) {
    rows.push([say('report.alarms'), alarms.length === 0 ? say('report.noAlarms') : namesOf(alarms, locale)])
  }
  rows.push([say('report.data'), percentIn(locale, figures.coverage) ?? unknown])
  return rows
}

/** Each alarm's name once, with its count. */
function namesOf(alarms: StationReport['alarms'], locale: PageLocale): string {
  const times = new Map<AlarmCode, number>()
  for (const { code } of alarms) times.set(code, (times.get(code) ?? 0) + 1)
  return [...times]
    .map(([code, count]) => `${code} ${alarmNameOf(code, locale)}${count > 1 ? ` × ${numberIn(locale, count)}` : ''}`)
    .join('\n')
}

const isWhole = (one: Stretch, other: Stretch) => one.knownDays === one.days && other.knownDays === other.days

const stretchText = (stretch: Stretch, locale: PageLocale) =>
  `${energyIn(locale, stretch.energyKwh) ?? wordIn(locale)('unknown')}${gapsText(stretch, locale)}`

function gapsText({ energyKwh, knownDays, days }: Stretch, locale: PageLocale): string {
  if (energyKwh === null || knownDays === days) return ''
  return ` (${wordIn(locale)('report.days', { known: String(knownDays), all: String(days) })})`
}

/** `(+12 %)`; empty if there is nothing to compare with. */
function changeOf(value: number | null, before: number | null, locale: PageLocale): string {
  if (value === null || before === null || before <= 0) return ''
  const options = { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' } as const
  return `(${numberIn(locale, value / before - 1, options)})`
}

function curveOf({ day, station }: StationReport, locale: PageLocale): Block {
  const { peakPowerW, peakAt } = day.figures
  const peak =
    peakPowerW === null || peakAt === null
      ? null
      : `${powerIn(locale, peakPowerW)}, ${localTime(Date.parse(peakAt), station.time_zone).slice(11, 16)}`
  const values = wholeCurve(day)
  const isUsual = Date.parse(day.to) - Date.parse(day.from) === 24 * 3_600_000
  return {
    kind: 'chart',
    style: 'area',
    values,
    caption: captionOf('report.curve', peak, values, locale),
    ends: ['00:00', isUsual ? '12:00' : '', '24:00'],
  }
}

function barsOf({ bars }: StationReport, locale: PageLocale): Block {
  const values = bars.map(({ energyKwh }) => energyKwh)
  const best = bars.reduce<(typeof bars)[number] | null>(
    (top, bin) => ((bin.energyKwh ?? -1) > (top?.energyKwh ?? -1) ? bin : top),
    null,
  )
  const peak = best ? `${energyIn(locale, best.energyKwh)}, ${dayIn(locale, best.from)}` : null
  const first = bars[0]?.from ?? ''
  const last = bars.at(-1)?.from ?? ''
  const endAt = (day: string) => (day === '' ? '' : shortDayIn(locale, day))
  return {
    kind: 'chart',
    style: 'bars',
    values,
    caption: captionOf('report.bars', peak, values, locale),
    ends: [endAt(first), '', last === first ? '' : endAt(last)],
  }
}

/** Extends the curve to the whole day: missing bins are unknown, but zero at night. */
function wholeCurve({ from, to, sunrise, sunset, binMinutes, powerW, powerCoverage }: StationReport['day']) {
  const [start, end, binMs] = [Date.parse(from), Date.parse(to), binMinutes * 60_000]
  const light = sunrise && sunset ? { from: Date.parse(sunrise), to: Date.parse(sunset) } : null
  return Array.from({ length: Math.round((end - start) / binMs) }, (_, bin) => {
    const at = start + bin * binMs
    const isNight = light !== null && (at + binMs <= light.from || at >= light.to)
    return powerW[bin] ?? (isNight || (powerCoverage[bin] ?? 0) > 0 ? 0 : null)
  })
}

function captionOf(
  key: 'report.curve' | 'report.bars',
  peak: string | null,
  values: readonly (number | null)[],
  locale: PageLocale,
): string {
  const say = wordIn(locale)
  const gaps = values.filter((value) => value === null).length
  const caption = say(key, { peak: peak ?? say('unknown') })
  if (gaps === 0 || values.length === 0) return caption
  return `${caption} ${say('report.gaps', { share: percentIn(locale, gaps / values.length) ?? '' })}`
}
