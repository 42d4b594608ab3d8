import { useEndpoint } from '@helioport/api-client'
import { BasicForm } from './basic-form.tsx'
import { Loaded } from './loaded.tsx'
import { PicturesCard } from './pictures-card.tsx'
import { SettingFrame } from './setting-frame.tsx'

/** Who the account is, its pictures, its place and its money. */
export default function BasicPage() {
  const account = useEndpoint('GET /account')
  return (
    <SettingFrame tab="basic">
      <PicturesCard />
      <Loaded of={account} lines={8}>
        {(found) => <BasicForm account={found} />}
      </Loaded>
    </SettingFrame>
  )
}
