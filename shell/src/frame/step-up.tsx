import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { useProofTexts, useText } from '@helioport/i18n'
import { useProofDialog } from '@helioport/session'

/** Most visits never need it. */
const Dialog = lazy(async () => {
  const [{ ProofDialog }, { ProofWay }] = await Promise.all([
    import('@helioport/ui/overlay'),
    import('../ways/proof-way.tsx'),
    import('../ways/ways-messages.ts').then(({ addWaysMessages }) => addWaysMessages()),
  ])
  return {
    default: ({ onProved, ...props }: ComponentProps<typeof ProofDialog> & { onProved: () => void }) => (
      <ProofDialog {...props} otherWay={<ProofWay onProved={onProved} />} />
    ),
  }
})

/** Asks for the password, and the code of the authenticator app, when what a page sends requires a proof of the person. */
export function StepUp() {
  const texts = useProofTexts()
  const errors = useText('error')
  const { error, ...dialog } = useProofDialog()
  const [wasOpen, setWasOpen] = useState(false)
  if (dialog.open && !wasOpen) setWasOpen(true)
  return (
    <Suspense fallback={null}>
      {wasOpen && <Dialog {...dialog} objection={error && errors(error)} texts={texts} />}
    </Suspense>
  )
}
