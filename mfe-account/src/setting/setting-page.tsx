import { paths } from '@helioport/contract'
import { Card, Empty, LinkButton } from '@helioport/ui'
import { SettingFrame } from './setting-frame.tsx'
import { useAccountText } from '../account/use-account-text.ts'

/** `/setting/:tabKey` with an unknown key. */
export default function SettingPage() {
  const text = useAccountText()
  return (
    <SettingFrame>
      <Card>
        <Empty
          icon="settings"
          title={text('setting.unknown')}
          hint={text('setting.unknownHint')}
          action={<LinkButton href={`#${paths.setting('basic')}`}>{text('setting.toBasic')}</LinkButton>}
        />
      </Card>
    </SettingFrame>
  )
}
