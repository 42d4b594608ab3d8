import { useEndpoint } from '@helioport/api-client'
import { type HealthCause, type HealthPart, type healthStateOf, paths, type PartHealth } from '@helioport/contract'
import { type Format, useFormat, useText } from '@helioport/i18n'
import { Card, Icon, type IconName, Page, PageHeader, StatusTag } from '@helioport/ui'
import { SupportCard } from './support-card.tsx'
import { Entry, EntryList } from '../account/entry-list.tsx'
import { Loaded } from '../account/loaded.tsx'
import type enUS from '../messages/en-US.ts'

const refetchMs = 15_000

const looks = { good: 'normal', warning: 'standby', bad: 'abnormal', off: 'offline' } as const
const icons: Record<HealthPart, IconName> = {
  database: 'grid',
  replica: 'copy',
  disk: 'panel',
  clock: 'clock',
  queues: 'list',
  jobs: 'refresh',
  mail: 'mail',
  sms: 'bell',
  mqtt: 'logger',
  releases: 'news',
  backups: 'download',
  certificates: 'lock',
}
const gigabyte = 1e9
/** Figures that are identifiers, not quantities. */
const names = ['port', 'serial']

/** Findings that have a remedy. */
type Faulty = {
  [C in HealthCause]: (typeof healthStateOf)[C] extends 'warning' | 'bad' ? C : never
}[HealthCause]

/** For operators: every part of the portal, with remedies for the faulty ones. */
export default function PortalHealthPage() {
  const text = useText<typeof enUS>('account')
  const health = useEndpoint('GET /operator/health', undefined, { refetchMs })
  return (
    <Page>
      <PageHeader
        title={text('portal.title')}
        subtitle={text('portal.hint')}
        back={{ href: `#${paths.account()}`, label: text('center.title') }}
      />
      <Loaded of={health} lines={12}>
        {(parts) => (
          <Card>
            <EntryList label={text('portal.title')}>
              {parts.map((part) => (
                <PartEntry key={part.part} part={part} />
              ))}
            </EntryList>
          </Card>
        )}
      </Loaded>
      <SupportCard />
    </Page>
  )
}

function PartEntry({ part: { part, state, cause, figures } }: { part: PartHealth }) {
  const text = useText<typeof enUS>('account')
  const format = useFormat()
  const needsWork = state === 'bad' || state === 'warning'
  return (
    <Entry
      icon={icons[part]}
      title={text(`part.${part}`)}
      mark={<StatusTag look="plain" status={looks[state]} label={text(`portal.state.${state}`)} />}
      note={
        <>
          {text(`is.${cause}`, shown(figures, format))}
          {needsWork && (
            <>
              <br />
              <Icon name="settings" size={14} /> {text(`fix.${cause as Faulty}`)}
            </>
          )}
        </>
      }
    />
  )
}

function shown(figures: PartHealth['figures'], format: Format) {
  const one = (name: string, value: number) => {
    if (names.includes(name)) return String(value)
    return /bytes$/i.test(name) ? format.number(value / gigabyte, 1) : format.number(value)
  }
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, one(name, value)]))
}
