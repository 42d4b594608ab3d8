import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { paths, type RecordTab, recordTabs } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Page, PageHeader, Tabs } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import { sharedQuery } from './filter-fields.ts'

interface RecordFrameProps {
  tab: RecordTab
  /** Buttons of the page, such as the export. */
  actions?: ReactNode
  children: ReactNode
}

/** Frame of all records: title and tabs. */
export function RecordFrame({ tab, actions, children }: RecordFrameProps) {
  const text = useText<typeof enUS>('record')
  const [params] = useSearchParams()
  const query = sharedQuery(params)
  return (
    <Page>
      <PageHeader title={text('alarms.title')} {...(actions && { actions })} />
      <Tabs
        label={text('alarms.title')}
        active={tab}
        items={recordTabs.map((key) => ({ key, label: text(`tab.${key}`), href: `#${paths.record(key)}${query}` }))}
      />
      {children}
    </Page>
  )
}
