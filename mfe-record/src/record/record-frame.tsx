import type { ReactNode } from 'react'
import { paths, type RecordTab, recordTabs } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Page, PageHeader, Tabs } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'

interface RecordFrameProps {
  tab: RecordTab
  /** Buttons of the page, such as the export. */
  actions?: ReactNode
  children: ReactNode
}

/** What all records share: the title and the tabs. */
export function RecordFrame({ tab, actions, children }: RecordFrameProps) {
  const text = useText<typeof enUS>('record')
  return (
    <Page>
      <PageHeader title={text('alarms.title')} {...(actions && { actions })} />
      <Tabs
        label={text('alarms.title')}
        active={tab}
        items={recordTabs.map((key) => ({ key, label: text(`tab.${key}`), href: `#${paths.record(key)}` }))}
      />
      {children}
    </Page>
  )
}
