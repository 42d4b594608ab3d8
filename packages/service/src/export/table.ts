import type { MessageLocale } from '@helioport/contract'
import { exportTexts as enUS, type ExportTexts, type ExportWord } from './texts/en-US.ts'
import { exportTexts as ptBR } from './texts/pt-BR.ts'
import { exportTexts as zhCN } from './texts/zh-CN.ts'
import { exportTexts as zhTW } from './texts/zh-TW.ts'

/** An instant (epoch ms), and the time zone for the file if the reader chose no other. */
export interface InstantCell {
  at: number
  timeZone: string
}

/** A word in the language of the file. */
export interface WordCell {
  word: ExportWord
}

export type Cell = string | number | null | InstantCell | WordCell

/** A heading; `of` distinguishes columns of one kind: a device's name, the number of a string. */
export interface Column {
  word: ExportWord
  of?: string
}

/** The exported data of any format; rows are produced while the file is written. */
export interface ExportTable {
  name: string
  columns: readonly Column[]
  rows: AsyncIterable<readonly Cell[]>
}

/** Columns of instants, and of local days. */
export const instantWords: ReadonlySet<ExportWord> = new Set(['time', 'raisedAt', 'clearedAt', 'measuredAt'])
export const dayWords: ReadonlySet<ExportWord> = new Set(['from', 'to'])

/** Decimals of the quantities. */
const wordsOf: Record<number, ExportWord[]> = {
  0: ['ratedPower', 'delay'],
  1: [
    'acVoltage',
    'mpptVoltage',
    'power',
    'dcPower',
    'reactivePower',
    'peakPower',
    'cabinet',
    'ambient',
    'module',
    'irradiance',
    'hoursTotal',
  ],
  2: ['acCurrent', 'mpptCurrent', 'stringCurrent', 'frequency', 'producingHours'],
  3: [
    'capacity',
    'powerFactor',
    'energy',
    'energyToday',
    'energyYesterday',
    'energyTotal',
    'counter',
    'measuredHere',
    'capacityInOperation',
    'capacityReported',
    'lostEnergy',
    'specificYield',
    'irradiation',
    'co2',
  ],
  4: ['income', 'lostIncome', 'coverage', 'performanceRatio', 'performanceRatio25', 'arrayRatio', 'availability'],
}

const digits = new Map(
  Object.entries(wordsOf).flatMap(([count, words]) => words.map((word) => [word, Number(count)] as const)),
)

/**
 * Rounds a number to the resolution at which devices measure its quantity: a tenth of a watt, a Wh, a tenth of a
 * degree. Further digits are artefacts of binary floats.
 */
export function resolved(value: number, { word }: Column): number {
  const factor = 10 ** (digits.get(word) ?? 6)
  // Turns -0 into 0.
  return Math.round(value * factor) / factor + 0
}

export interface ExportStyle {
  format: 'csv' | 'xlsx'
  locale: MessageLocale
  timeZone?: string
}

export const exportTextsOf: Record<MessageLocale, ExportTexts> = {
  'en-US': enUS,
  'zh-CN': zhCN,
  'zh-TW': zhTW,
  'pt-BR': ptBR,
}

export const headingOf = ({ word, of }: Column, texts: ExportTexts): string =>
  of === undefined ? texts[word] : `${texts[word]} ${of}`

export const instantCell = (at: string | null, timeZone: string): InstantCell | null =>
  at === null ? null : { at: Date.parse(at), timeZone }
