import { lazy, Suspense, useState } from 'react'
import { useProofTexts, useText } from '@helioport/i18n'
import { useProofDialog } from '@helioport/session'

/** Most visits never need it. */
const Dialog = lazy(() => import('@helioport/ui/overlay').then(({ ProofDialog }) => ({ default: ProofDialog })))

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
