import { lazy, Suspense } from 'react'
import { SkeletonText } from '../core/skeleton.tsx'
import { DialogFrame } from './dialog.tsx'
import type { ProofFormProps } from './proof-form.tsx'

/** The fields are fetched when the dialog opens: few people see it, and most pages with dialogs have no form. */
const ProofForm = lazy(() => import('./proof-form.tsx'))

/** "Confirm that it is you": asks for the password again before a sensitive action. */
export function ProofDialog({ open, ...props }: ProofFormProps & { open: boolean }) {
  const { texts, onCancel } = props
  return (
    <DialogFrame open={open} title={texts.title} onClose={onCancel} closeLabel={texts.cancel} look="modal">
      <Suspense fallback={<SkeletonText lines={3} />}>
        <ProofForm {...props} />
      </Suspense>
    </DialogFrame>
  )
}
