import { useState } from 'react'
import { cx } from '@helioport/ui'
import { FileButton } from '@helioport/ui/form'
import styles from './history.module.css'
import { useHistoryText } from './history-texts.ts'

/** Area for dropping files, with a button for choosing them. */
export function FileDrop({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const text = useHistoryText()
  const [isOver, setOver] = useState(false)
  return (
    <div
      className={cx(styles['drop'], isOver && styles['over'])}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const files = [...event.dataTransfer.files]
        if (files.length > 0) onFiles(files)
      }}
    >
      <span aria-hidden>{text('drop')}</span>
      <FileButton
        kind="primary"
        icon="table"
        label={text('drop')}
        accept=".csv,.txt,.tsv,.xlsx,.xlsm"
        isMultiple
        onFile={(...files) => onFiles(files)}
      >
        {text('choose')}
      </FileButton>
    </div>
  )
}
