import { SettingFrame } from '../setting-frame.tsx'
import { CopyCard } from './copy-card.tsx'
import { DeletionCard } from './deletion-card.tsx'

/** Data of the account: copy and deletion. */
export default function OwnDataPage() {
  return (
    <SettingFrame tab="data">
      <CopyCard />
      <DeletionCard />
    </SettingFrame>
  )
}
