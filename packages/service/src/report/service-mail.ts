import type { PageLocale } from '@helioport/contract'
import type { Service } from '../base/service.ts'
import { dayIn } from '../message/format.ts'
import { inserted } from '../message/one-line.ts'
import { linkTo } from '../message/outbox.ts'
import { endOf } from '../message/stop-link.ts'
import type { Block, MailContent } from '../message/template/content.ts'
import { wordIn } from '../message/word.ts'
import { allStations } from '../station/list-stations.ts'

interface Account {
  id: string
  user_name: string
  mail_locale: PageLocale
}

/** The mail of device states and open alarms at the account's plants. */
export async function serviceMail(service: Service, account: Account, day: string): Promise<MailContent> {
  const { id, user_name: userName, mail_locale: locale } = account
  const say = wordIn(locale)
  const stations = await allStations(service, id)
  const rows = stations.map(({ name, deviceCounts, openAlarms }) => {
    const { normal, abnormal, standby, offline } = deviceCounts
    const online = normal + abnormal + standby
    const reports = say('service.online', { online: String(online), devices: String(online + offline) })
    const alarms = openAlarms ? [say('service.alarms', { count: String(openAlarms) })] : []
    return [inserted(name), [reports, ...alarms].join('\n')] as const
  })
  const facts: Block = rows.length > 0 ? { kind: 'facts', rows } : { kind: 'text', text: say('report.noStations') }
  return {
    subject: say('service.subject', { day: dayIn(locale, day) }),
    locale,
    tone: stations.some(({ openAlarms }) => openAlarms) ? 'bad' : 'plain',
    blocks: [
      { kind: 'text', text: say('hello', { userName }) },
      facts,
      { kind: 'action', label: say('action.portalUrl'), url: linkTo(service, '/') },
    ],
    ...endOf(service, id, locale, 'service'),
  }
}
