import { lazy, Suspense } from 'react'
import { useText } from '@helioport/i18n'
import { Card, Skeleton } from '@helioport/ui'
import { TextField } from '@helioport/ui/form'
import type { SectionProps } from './basic-section.tsx'
import { useOwnerText } from '../station/owner-texts.ts'
import styles from './edit.module.css'

const PictureFields = lazy(() => import('./picture-fields.tsx'))

/** Pictures of the station. */
export function PictureSection({ form }: SectionProps) {
  const text = useOwnerText()
  const common = useText()
  return (
    <Card title={text('section.pictures')}>
      <div className={styles['fields']}>
        <Suspense fallback={<Skeleton height={140} />}>
          <PictureFields form={form} />
        </Suspense>
        <TextField
          {...form.field('videoUrl')}
          type="url"
          label={text('field.videoUrl')}
          hint={text('field.videoUrlHint')}
          mark={common('field.optional')}
        />
      </div>
    </Card>
  )
}
