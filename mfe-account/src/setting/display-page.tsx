import { useState } from 'react'
import { useEndpoint, useSend } from '@helioport/api-client'
import { infoItems, type InfoItem, minDisplayItems, type Profile } from '@helioport/contract'
import { Button, Card, Grid, Notice, Stack } from '@helioport/ui'
import { CheckboxField } from '@helioport/ui/form'
import { LeaveGuard } from './leave-guard.tsx'
import { Loaded } from '../account/loaded.tsx'
import { SettingFrame } from './setting-frame.tsx'
import { useAccountText } from '../account/use-account-text.ts'
import { useWrite } from '../account/use-write.tsx'

/** Which figures of generation the account page shows. */
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
  const [ticked, setTicked] = useState<readonly InfoItem[]>(saved.infoItems)
  const isDirty = infoItems.some((item) => ticked.includes(item) !== saved.infoItems.includes(item))
  const tooFew = ticked.length < minDisplayItems
  const tick = (item: InfoItem, on: boolean) =>
    setTicked(infoItems.filter((each) => (each === item ? on : ticked.includes(each))))
  return (
    <Card title={text('display.title')} subtitle={text('display.hint')}>
      <Stack gap={4}>
        <Grid minWidth={220} gap={2}>
          {infoItems.map((item) => (
            <CheckboxField
              key={item}
              name={item}
              label={text(`info.${item}`)}
              value={ticked.includes(item)}
              onChange={(on) => tick(item, on)}
              onLeave={() => {}}
              error={undefined}
              disabled={busy}
            />
          ))}
        </Grid>
        {tooFew && <Notice tone="warn">{text('display.tooFew', { min: minDisplayItems })}</Notice>}
        {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
        <div>
          <Button
            kind="primary"
            busy={busy}
            disabled={!isDirty || tooFew}
            onClick={() => void attempt(() => save.send({ body: { infoItems: [...ticked] } }), text('saved'))}
          >
            {text('save')}
          </Button>
        </div>
      </Stack>
      <LeaveGuard isDirty={isDirty && !busy} />
    </Card>
  )
}
