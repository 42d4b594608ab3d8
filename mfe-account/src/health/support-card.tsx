import { call } from '@helioport/api-client'
import { useText } from '@helioport/i18n'
import { Button, Card, Notice } from '@helioport/ui'
import { saveFile } from '../account/save-file.ts'
import { useWrite } from '../account/use-write.tsx'
import type enUS from '../messages/en-US.ts'

/** Report for remote support, as a file: the operator reads it first, and it is not sent automatically. */
export function SupportCard() {
  const text = useText<typeof enUS>('account')
  const { attempt, busy, failure } = useWrite()
  const save = async () => {
    const { data } = await call('GET /operator/support')
    if (data === null) return
    const name = `helioport-support-${new Date(data.madeAt).toISOString().replaceAll(/[:.]/g, '')}.json`
    saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), name)
  }
  return (
    <Card title={text('portal.support')} subtitle={text('portal.supportHint')}>
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <Button disabled={busy} onClick={() => void attempt(save, undefined, 'failed.operation')}>
        {text('portal.supportSave')}
      </Button>
    </Card>
  )
}
