import { useState } from 'react'
import { useEndpoint, useSend } from '@helioport/api-client'
import { type InfoItem, minDisplayItems, type Profile } from '@helioport/contract'
import { Button, Card, Notice, Stack } from '@helioport/ui'
import { Loaded } from '../../account/loaded.tsx'
import { useAccountText } from '../../account/use-account-text.ts'
import { useWrite } from '../../account/use-write.tsx'
import { LeaveGuard } from '../leave-guard.tsx'
import { SettingFrame } from '../setting-frame.tsx'
import styles from './display.module.css'
import { DisplayOrder } from './display-order.tsx'
import { WallPreview } from './wall-preview.tsx'

/** Which figures the wall and the account page show, and their order. */
export default function DisplayPage() {
  const profile = useEndpoint('GET /account/profile')
  return (
    <SettingFrame tab="display">
      <Loaded of={profile}>{(saved) => <InfoItems saved={saved} />}</Loaded>
    </SettingFrame>
  )
}

function InfoItems({ saved }: { saved: Profile }) {
  const text = useAccountText()
  const { attempt, busy, failure } = useWrite()
  const save = useSend('PUT /account/profile', { refreshes: ['GET /account/profile'] })
  const [shown, setShown] = useState<readonly InfoItem[]>(saved.infoItems)
  const isDirty = shown.join() !== saved.infoItems.join()
  const tooFew = shown.length < minDisplayItems
  return (
    <div className={styles['halves']}>
      <Card title={text('display.title')} subtitle={text('display.hint')}>
        <Stack gap={4}>
          <p className={styles['note']}>{text('display.where')}</p>
          <DisplayOrder shown={shown} onChange={setShown} disabled={busy} />
          {tooFew && <Notice tone="warn">{text('display.tooFew', { min: minDisplayItems })}</Notice>}
          {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
          <div>
            <Button
              kind="primary"
              busy={busy}
              disabled={!isDirty || tooFew}
              onClick={() => void attempt(() => save.send({ body: { infoItems: [...shown] } }), text('saved'))}
            >
              {text('save')}
            </Button>
          </div>
        </Stack>
      </Card>
      <WallPreview items={shown} />
      <LeaveGuard isDirty={isDirty && !busy} />
    </div>
  )
}
