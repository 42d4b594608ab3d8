import type { MessageLocale } from '@helioport/contract'
import { exportTexts as enUS, type ExportTexts, type ExportWord } from '../export-texts/en-US.ts'
import { exportTexts as ptBR } from '../export-texts/pt-BR.ts'
import { exportTexts as zhCN } from '../export-texts/zh-CN.ts'
import { exportTexts as zhTW } from '../export-texts/zh-TW.ts'

/** An instant (epoch ms), and the zone in which the file says it where no other was chosen. */
export interface InstantCell {
  at: number
  timeZone: string
}

/** A word in the language of the file. */
export interface WordCell {
  word: ExportWord
}

export type Cell = string | number | null | InstantCell | WordCell

/** A heading, and what tells columns of one kind apart: a device's name, the number of a string. */
export interface Column {
  word: ExportWord
  of?: string
}

/** What is exported, whatever the format: rows are made while the file is written. */
export interface ExportTable {
  name: string
  columns: readonly Column[]
  rows: AsyncIterable<readonly Cell[]>
}

const digits: Partial<Record<ExportWord, number>> = {
  ...{ power: 1, dcPower: 1, reactivePower: 1, ratedPower: 0, peakPower: 1, capacity: 3, cabinet: 1, ambient: 1 },
  ...{ module: 1, irradiance: 1, acVoltage: 1, mpptVoltage: 1, acCurrent: 2, mpptCurrent: 2, stringCurrent: 2 },
  ...{ frequency: 2, powerFactor: 3, energy: 3, energyToday: 3, energyYesterday: 3, energyTotal: 3, lostEnergy: 3 },
  ...{ specificYield: 3, irradiation: 3, hoursTotal: 1, producingHours: 2, income: 4, lostIncome: 4, co2: 3 },
  ...{ coverage: 4, performanceRatio: 4, performanceRatio25: 4, arrayRatio: 4, availability: 4, delay: 0 },
}

/**
 * The number at the resolution of its quantity, as devices measure it: a tenth of a watt, a Wh, a tenth of a degree.
 * What a binary float adds behind that was never measured.
 */
export function resolved(value: number, { word }: Column): number {
  const factor = 10 ** (digits[word] ?? 6)
  // Zero has no sign.
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
