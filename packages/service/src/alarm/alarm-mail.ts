import { alarmClassOf, type PageLocale, paths, wholeLossShare } from '@helioport/contract'
import type { Service } from '../base/service.ts'
import { energyIn, lengthOf, moneyIn, percentIn, timeIn } from '../message/format.ts'
import { inserted } from '../message/one-line.ts'
import { linkTo } from '../message/outbox.ts'
import { endOf } from '../message/stop-link.ts'
import type { MailContent } from '../message/template/content.ts'
import { wordIn } from '../message/word.ts'
import { alarmCatalogue, alarmNameOf } from './list-alarms.ts'
import type { Listener } from './queries/alarm-mail.ts'
import type { AlarmRow } from './queries/alarm-row.ts'
import { mpptOf } from './string-watch.ts'
import type { WeakString } from './weak-string.ts'

/** At most this many alarms of a digest are named one by one. */
const maxItems = 50
/** At most this many mails about single alarms go to an account in an hour. */
export const maxSingles = 10

type To = Pick<Listener, 'id' | 'user_name' | 'mail_locale'>
type Facts = readonly (readonly [string, string])[]

/**
 * Mail about one alarm that was raised or is over, within the rights of the account. `weak`: the weak string where
 * the alarm does not name one.
 */
export function alarmMail(
  service: Service,
  { id, user_name: userName, mail_locale: locale }: To,
  alarm: AlarmRow,
  weak: WeakString | null,
) {
  const say = wordIn(locale)
  const isOver = alarm.cleared_at !== null
  const isFault = alarmClassOf(alarm.code) === 'fault'
  const title = titleOf(alarm, locale)
  const content: MailContent = {
    subject: say(isOver ? 'alarm.over.subject' : 'alarm.subject', title),
    locale,
    tone: isOver ? 'good' : isFault ? 'bad' : 'plain',
    blocks: [
      {
        kind: 'text',
        text: `${say('hello', { userName })}\n${say(isOver ? 'alarm.over.intro' : isFault ? 'alarm.intro' : 'alarm.noticeIntro')}`,
      },
      {
        kind: 'facts',
        rows: [...placeOf(alarm, weak, locale), ...timesOf(service, alarm, locale), ...helpOf(alarm, locale)],
      },
      { kind: 'action', label: say('action.alarm'), url: linkTo(service, paths.alarm(alarm.id)) },
      { kind: 'note', text: say('alarm.snooze') },
    ],
    ...endOf(service, id, locale, 'alarm'),
  }
  return content
}

export const titleOf = ({ station_name: station, code }: AlarmRow, locale: PageLocale) => ({
  station,
  code,
  name: alarmNameOf(code, locale),
})

export const deviceOf = (alarm: AlarmRow, locale: PageLocale) => {
  const name = `${inserted(alarm.device_name)} (${alarm.device_serial})`
  const more = alarm.device_count - 1
  return more > 0 ? wordIn(locale)('alarm.devices', { name, more: String(more) }) : name
}

function placeOf(alarm: AlarmRow, weak: WeakString | null, locale: PageLocale): Facts {
  const say = wordIn(locale)
  const stringNo = weak?.stringNo ?? alarm.string_no
  const tracker = alarm.mppt_no || mpptOf(stringNo, { mpptCount: alarm.mppt_count, stringCount: alarm.string_count })
  const string = weak
    ? say('alarm.weakString', { string: String(stringNo), share: percentIn(locale, weak.share) ?? '' })
    : String(stringNo)
  return [
    [say('alarm.station'), inserted(alarm.station_name)],
    [say('alarm.device'), deviceOf(alarm, locale)],
    ...(stringNo > 0 ? [[say('alarm.string'), string] as const] : []),
    ...(tracker ? [[say('alarm.tracker'), String(tracker)] as const] : []),
    [say('alarm.severity'), say(alarmClassOf(alarm.code) === 'fault' ? 'alarm.fault' : 'alarm.notice')],
  ]
}

/** The lost energy; where it is known for a part of the time only, with that share. */
export function lostIn(locale: PageLocale, { lost_energy_kwh, loss_share, was_late }: AlarmRow): string {
  const say = wordIn(locale)
  const energy = energyIn(locale, lost_energy_kwh)
  if (energy === null) return say('unknown')
  const isWhole = was_late || loss_share === null || loss_share >= wholeLossShare
  return isWhole ? energy : say('alarm.lostPart', { energy, share: percentIn(locale, loss_share) ?? '' })
}

/** Times are local times of the plant. A loss that is not known yet is said to be unknown: it is not zero. */
function timesOf(service: Service, alarm: AlarmRow, locale: PageLocale): Facts {
  const say = wordIn(locale)
  const { raised_at, cleared_at, time_zone, currency } = alarm
  const energy = lostIn(locale, alarm)
  const income = moneyIn(locale, alarm.lost_income, currency) ?? say('unknown')
  const since = [say('alarm.since'), timeIn(locale, raised_at, time_zone)] as const
  const length = [say('alarm.duration'), lengthOf(locale, (cleared_at ?? service.now()) - raised_at)] as const
  if (cleared_at === null) {
    const lost = [say('alarm.lostEnergy'), energy] as const
    return [since, length, lost, ...(alarm.may_income ? [[say('alarm.lostIncome'), income] as const] : [])]
  }
  return [
    since,
    [say('alarm.until'), timeIn(locale, cleared_at, time_zone)],
    length,
    [say('alarm.over.lostEnergy'), energy],
    ...(alarm.may_income ? [[say('alarm.over.lostIncome'), income] as const] : []),
  ]
}

function helpOf({ code, cleared_at }: AlarmRow, locale: PageLocale): Facts {
  const say = wordIn(locale)
  const entry = alarmCatalogue(locale).find((each) => each.code === code)
  const reason = [say('alarm.reason'), entry?.reason ?? ''] as const
  return cleared_at === null ? [reason, [say('alarm.suggestion'), entry?.suggestion ?? '']] : [reason]
}

/** One mail in place of many. */
export function digestMail(service: Service, to: To, alarms: readonly AlarmRow[]): MailContent {
  const { id, user_name: userName, mail_locale: locale } = to
  const say = wordIn(locale)
  const items = alarms.slice(0, maxItems).map((alarm) => {
    const at = timeIn(locale, alarm.cleared_at ?? alarm.raised_at, alarm.time_zone)
    return {
      title: say('alarm.subject', titleOf(alarm, locale)),
      text: say(alarm.cleared_at === null ? 'digest.raised' : 'digest.over', { at, device: deviceOf(alarm, locale) }),
      url: linkTo(service, paths.alarm(alarm.id)),
    }
  })
  const rest = alarms.length - items.length
  return {
    subject: say('digest.subject', { count: String(alarms.length) }),
    locale,
    tone: alarms.every(({ cleared_at }) => cleared_at !== null) ? 'good' : 'bad',
    blocks: [
      { kind: 'text', text: `${say('hello', { userName })}\n${say('digest.intro', { limit: String(maxSingles) })}` },
      { kind: 'items', items },
      ...(rest > 0 ? [{ kind: 'text' as const, text: say('digest.rest', { count: String(rest) }) }] : []),
      { kind: 'action', label: say('action.alarms'), url: linkTo(service, paths.record('alarms')) },
    ],
    ...endOf(service, id, locale, 'alarm'),
  }
}
