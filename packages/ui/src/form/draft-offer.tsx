import { Button } from '../core/button.tsx'
import { Row } from '../core/page.tsx'
import { Notice } from '../core/status.tsx'
import type { FormState } from './use-form.ts'

interface DraftOfferProps<Values> {
  form: FormState<Values>
  texts: { offer: (at: number) => string; take: string; drop: string }
}

/** Offers the draft that the person left on this page. */
export function DraftOffer<Values>({ form: { draft }, texts }: DraftOfferProps<Values>) {
  if (!draft) return null
  return (
    <Notice tone="info">
      <Row justify="between">
        <span>{texts.offer(draft.at)}</span>
        <Row>
          <Button size="s" onClick={draft.take}>
            {texts.take}
          </Button>
          <Button size="s" kind="text" onClick={draft.drop}>
            {texts.drop}
          </Button>
        </Row>
      </Row>
    </Notice>
  )
}
