import type { ReactNode } from 'react'
import { paths, type SettingTab, settingTabs } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { useSession } from '@helioport/session'
import { Notice, Page, PageHeader, Tabs } from '@helioport/ui'
import { useAccountText } from '../account/use-account-text.ts'

/**
 * Frame of all settings: title, tabs, back link. Sub-accounts have no sub-accounts; in the view of another account
 * there are no settings.
 */
export function SettingFrame({ tab, children }: { tab?: SettingTab; children: ReactNode }) {
  const text = useAccountText()
  const reasons = useText('error')
  const isSubAccount = useSession((state) => (state.session?.mainAccountId ?? null) !== null)
  const isView = useSession(({ session }) => (session?.view ?? null) !== null)
  const tabs = settingTabs.filter((key) => key !== 'sub-accounts' || !isSubAccount)
  return (
    <Page width="reading">
      <PageHeader title={text('setting.title')} back={{ href: `#${paths.account()}`, label: text('center.title') }} />
      {tab && !isView && (
        <Tabs
          label={text('setting.title')}
          active={tab}
          items={tabs.map((key) => ({ key, label: text(`setting.${key}`), href: `#${paths.setting(key)}` }))}
        />
      )}
      {isView ? <Notice tone="info">{reasons('session.viewOnly')}</Notice> : children}
    </Page>
  )
}
