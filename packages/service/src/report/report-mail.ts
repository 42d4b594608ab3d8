import type { PageLocale } from '@helioport/contract'
import { addDays } from '@helioport/time/node'
import type { Service } from '../base/service.ts'
import { findStations } from '../inventory/queries/station.ts'
import { daysIn } from '../message/format.ts'
import { linkTo } from '../message/outbox.ts'
import { endOf } from '../message/stop-link.ts'
import type { Block, MailContent } from '../message/template/content.ts'
import { wordIn } from '../message/word.ts'
import { readStationReport } from './station-report.ts'
import { findUnreported } from '../station/queries/tag.ts'
import { stationBlocks } from './station-blocks.ts'

interface Account {
  id: string
  user_name: string
  mail_locale: PageLocale
}

/** Most plants that a mail lists one by one, and most that it shows with charts. */
const maxStations = 40
const maxDrawn = 8

/**
 * The mail of the generation on each plant's last whole local day. `day`: the account's local day; `most`: limit of
 * plants that are listed one by one.
 */
export async function reportMail(
  service: Service,
  account: Account,
  day: string,
  most = maxStations,
): Promise<MailContent> {
  const { id, user_name: userName, mail_locale: locale } = account
  const say = wordIn(locale)
  const unreported = await findUnreported(service.db.read, id)
  const reached = await findStations(service.db.read, id, service.now(), {})
  const stations = reached.filter((station) => !unreported.has(station.id))
  const blocks: Block[] = [{ kind: 'text', text: say('hello', { userName }) }]
  const days: string[] = []
  for (const [nth, station] of stations.slice(0, most).entries()) {
    const report = await readStationReport(service, id, station)
    days.push(report.day.date)
    blocks.push(...stationBlocks(report, locale, nth < maxDrawn))
  }
  const more = stations.length - most
  if (more > 0) blocks.push({ kind: 'note', text: say('report.more', { count: String(more) }) })
  if (stations.length === 0) blocks.push({ kind: 'text', text: say('report.noStations') })
  // Plants in distant time zones have different last whole days.
  const [first = addDays(day, -1), ...others] = days.toSorted()
  return {
    subject: say('report.subject', { day: daysIn(locale, first, others.at(-1) ?? first) }),
    locale,
    tone: 'plain',
    blocks: [...blocks, { kind: 'action', label: say('action.portalUrl'), url: linkTo(service, '/') }],
    ...endOf(service, id, locale, 'report'),
  }
}
