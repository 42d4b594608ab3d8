import { useState } from 'react'
import { type ApiKey, apiBasePath } from '@helioport/contract'
import { Button, Card, Empty, LinkButton, Row, Stack, useNow } from '@helioport/ui'
import { Drawer } from '@helioport/ui/overlay'
import { EntryList } from '../../account/entry-list.tsx'
import { useAccountText } from '../../account/use-account-text.ts'
import { ApiKeyEntry } from './api-key-entry.tsx'
import { ApiKeyForm } from './api-key-form.tsx'
import { OnceShown } from './once-shown.tsx'

interface ApiKeysCardProps {
  keys: readonly ApiKey[]
  /** Reloads the list: a write may have succeeded although its reply was lost. */
  onDoubt: () => void
}

/** The account's keys: created, shown once and revoked here. */
export function ApiKeysCard({ keys, onDoubt }: ApiKeysCardProps) {
  const text = useAccountText()
  const now = useNow(30_000)
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<string>()
  const close = () => {
    setOpen(false)
    setMade(undefined)
  }
  const make = (
    <Button kind="primary" icon="plus" onClick={() => setOpen(true)}>
      {text('key.make')}
    </Button>
  )
  return (
    <Card title={text('key.title')} subtitle={text('key.hint')} extra={keys.length > 0 && make}>
      <Stack gap={4}>
        {keys.length === 0 ? (
          <Empty icon="lock" title={text('key.none')} hint={text('key.noneHint')} action={make} />
        ) : (
          <EntryList label={text('key.title')}>
            {keys.map((key) => (
              <ApiKeyEntry key={key.id} apiKey={key} now={now} onDoubt={onDoubt} />
            ))}
          </EntryList>
        )}
        <Row>
          <LinkButton size="s" icon="help" href={`${apiBasePath}/docs`}>
            {text('api.docs')}
          </LinkButton>
        </Row>
      </Stack>
      <Drawer open={isOpen} title={text('key.make')} onClose={close} closeLabel={text('close')}>
        {isOpen && made === undefined && <ApiKeyForm onMade={setMade} />}
        {made !== undefined && (
          <OnceShown label={text('key.one')} once={text('key.once')} secret={made} onDone={close}>
            {text('key.use')}
          </OnceShown>
        )}
      </Drawer>
    </Card>
  )
}
