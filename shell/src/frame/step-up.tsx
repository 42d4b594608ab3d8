import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useProofTexts, useText } from '@helioport/i18n'
import { useProofDialog } from '@helioport/session'

/** Loaded on use: most visits never need the dialog. */
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

/**
 * Asks for the password, and the code of the authenticator app, when a request of a page requires a proof of the
 * person.
 */
export function StepUp() {
  const texts = useProofTexts()
  const errors = useText('error')
  const { error, ...dialog } = useProofDialog()
  const [wasOpen, setWasOpen] = useState(false)
  if (dialog.open && !wasOpen) setWasOpen(true)
  const { pathname } = useLocation()
  const asked = useRef(pathname)
  const cancel = useRef(dialog.onCancel)
  useEffect(() => {
    cancel.current = dialog.onCancel
  })
  // Leaving the page cancels the question: nothing is sent for a page that is gone.
  useEffect(() => {
    if (asked.current === pathname) return
    asked.current = pathname
    cancel.current()
  }, [pathname])
  return (
    <Suspense fallback={null}>
      {wasOpen && <Dialog {...dialog} objection={error && errors(error)} texts={texts} />}
    </Suspense>
  )
}
