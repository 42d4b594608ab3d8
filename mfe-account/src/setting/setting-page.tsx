import { useParams } from 'react-router-dom'
import { useEndpoint } from '@helioport/api-client'
import { paths, settingTabs } from '@helioport/contract'
import { useErrorText, useText } from '@helioport/i18n'
import { Card, Empty, ErrorState, LinkButton, Page, PageHeader, Skeleton, Stack, Tabs } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import { BasicForm } from './basic-form.tsx'

/** `/setting/:tabKey`. */
export default function SettingPage() {
  const text = useText<typeof enUS>('account')
  const { tabKey } = useParams()
  const tab = settingTabs.find((known) => known === tabKey)
  const back = { href: `#${paths.account()}`, label: text('center.title') }

  if (tab === undefined) {
    return (
      <Page width="reading">
        <PageHeader title={text('setting.title')} back={back} />
        <Card>
          <Empty
            icon="settings"
            title={text('setting.unknown')}
            hint={text('setting.unknownHint')}
            action={<LinkButton href={`#${paths.setting('basic')}`}>{text('setting.toBasic')}</LinkButton>}
          />
        </Card>
      </Page>
    )
  }
  return (
    <Page width="reading">
      <PageHeader title={text('setting.title')} back={back} />
      <Tabs
        label={text('setting.title')}
        active={tab}
        items={settingTabs.map((key) => ({ key, label: text(`setting.${key}`), href: `#${paths.setting(key)}` }))}
      />
      <BasicSettings />
    </Page>
  )
}

function BasicSettings() {
  const errorText = useErrorText()
  const { data, error, refetch } = useEndpoint('GET /account')
  if (data) return <BasicForm account={data} />
  if (error) {
    return (
      <Card>
        <ErrorState {...errorText(error, refetch)} />
      </Card>
    )
  }
  return (
    <Stack gap={5}>
      {[2, 4, 3].map((fields) => (
        <Card key={fields}>
          <Stack gap={4}>
            <Skeleton width={120} height={18} />
            {Array.from({ length: fields }, (_, field) => (
              <Skeleton key={field} width="100%" height={40} />
            ))}
          </Stack>
        </Card>
      ))}
    </Stack>
  )
}
