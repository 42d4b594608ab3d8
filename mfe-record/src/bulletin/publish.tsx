import { useState } from 'react'
import type { Bulletin } from '@helioport/contract'
import { useText } from '@helioport/i18n'
import { Button, Row } from '@helioport/ui'
import { Drawer } from '@helioport/ui/overlay'
import type enUS from '../messages/en-US.ts'
import { BulletinForm } from './bulletin-form.tsx'

interface PublishProps {
  kind: Bulletin['kind']
  /** The bulletin to change; undefined: a new one. */
  bulletin?: Bulletin
}

/** For operators: the button and the drawer to publish, change or remove a bulletin. */
export function Publish({ kind, bulletin }: PublishProps) {
  const text = useText<typeof enUS>('record')
  const common = useText()
  const [open, setOpen] = useState(false)
  const title = bulletin ? common('action.edit') : text(`publish.${kind}`)
  return (
    <Row>
      <Button
        size={bulletin ? 's' : 'm'}
        kind={bulletin ? 'text' : 'primary'}
        icon={bulletin ? 'edit' : 'plus'}
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
      <Drawer open={open} title={title} onClose={() => setOpen(false)} closeLabel={text('detail.close')}>
        {open && <BulletinForm kind={kind} bulletin={bulletin} onDone={() => setOpen(false)} />}
      </Drawer>
    </Row>
  )
}
