import { SettingFrame } from '../setting-frame.tsx'
import { CopyCard } from './copy-card.tsx'
import { DeletionCard } from './deletion-card.tsx'

/** What the portal holds of the account: to be taken along, and to be deleted. */
export default function OwnDataPage() {
  return (
    <SettingFrame tab="data">
      <CopyCard />
      <DeletionCard />
    </SettingFrame>
  )
}
