import { type Device, alarmCodes, type MessageLocale } from '@helioport/contract'
import type { AlarmTexts } from '@helioport/contract/alarm-texts/alarm-texts'
import { alarmTexts as enUS } from '@helioport/contract/alarm-texts/en-US'
import { alarmTexts as ptBR } from '@helioport/contract/alarm-texts/pt-BR'
import { alarmTexts as zhCN } from '@helioport/contract/alarm-texts/zh-CN'
import { alarmTexts as zhTW } from '@helioport/contract/alarm-texts/zh-TW'
import { showTextsOf } from './texts/index.ts'

const alarmTextsOf: Record<MessageLocale, AlarmTexts> = { 'en-US': enUS, 'zh-CN': zhCN, 'zh-TW': zhTW, 'pt-BR': ptBR }

/** Facts of a model for its manual, taken from a device of this model. */
export type Model = Pick<
  Device,
  'model' | 'ratedPowerW' | 'mpptCount' | 'stringCount' | 'supportsReactivePower' | 'supportsIvScan'
>

const list = (lines: readonly string[]) => lines.map((line, at) => `${at + 1}. ${line}`).join('\n')
const section = (title: string, text: string) => `## ${title}\n\n${text}\n`

/** A manual of a model in one language, as Markdown. */
export function manualOf(device: Model, locale: MessageLocale): string {
  const { manual: words } = showTextsOf[locale]
  const alarms = alarmTextsOf[locale]
  const may = (can: boolean) => (can ? words.yes : words.no)
  const ratings = [
    `- ${words.ratedPower}: ${new Intl.NumberFormat(locale).format(device.ratedPowerW / 1000)} kW`,
    `- ${words.trackers}: ${device.mpptCount}`,
    `- ${words.strings}: ${device.stringCount}`,
    `- ${words.powerFactor}: ${may(device.supportsReactivePower)}`,
    `- ${words.ivScan}: ${may(device.supportsIvScan)}`,
  ]
  const codes = alarmCodes.map((code) =>
    [
      `### ${code} ${alarms[`${code}.name`]}`,
      `${words.cause}: ${alarms[`${code}.reason`]}`,
      `${words.remedy}: ${alarms[`${code}.suggestion`]}`,
    ].join('\n\n'),
  )
  return [
    `# ${words.title(device.model)}\n\n${words.about}\n`,
    section(words.ratings, ratings.join('\n')),
    section(words.safety, list(words.safetyText)),
    section(words.start, list(words.startText)),
    section(words.care, list(words.careText)),
    section(words.codes, codes.join('\n\n')),
  ].join('\n')
}
