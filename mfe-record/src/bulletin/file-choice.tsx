import { type BulletinFile, bulletinFileTypes, maxFileBytes } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Notice, Row } from '@helioport/ui'
import { FileButton } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'
import { fileSize } from '../record/file-size.ts'
import { fileRefusal } from './file-refusal.ts'
import styles from './bulletin.module.css'

interface FileChoiceProps {
  /** The stored file. */
  stored: BulletinFile | null
  file: File | undefined
  onChange: (file: File | undefined) => void
}

const endings = Object.keys(bulletinFileTypes)

/** File to upload with the bulletin; it replaces the stored one. */
export function FileChoice({ stored, file, onChange }: FileChoiceProps) {
  const text = useText<typeof enUS>('record')
  const format = useFormat()
  const chosen = file ? { name: file.name, bytes: file.size } : stored
  const refusal = file && fileRefusal(file)
  const told = { types: endings.join(', ').toUpperCase(), size: fileSize(maxFileBytes, format) }
  return (
    <div className={styles['file']}>
      <span aria-hidden>{text('publish.file')}</span>
      <Row gap={3}>
        <FileButton
          size="s"
          icon="plus"
          label={text('publish.file')}
          accept={endings.map((ending) => `.${ending}`).join(',')}
          onFile={onChange}
        >
          {text('publish.choose')}
        </FileButton>
        <span>{chosen ? `${chosen.name} · ${fileSize(chosen.bytes, format)}` : text('publish.noFile')}</span>
      </Row>
      <span className={styles['fileHint']}>{text('publish.fileHint', told)}</span>
      {refusal && <Notice tone="bad">{text(`publish.file.${refusal}`, told)}</Notice>}
    </div>
  )
}
