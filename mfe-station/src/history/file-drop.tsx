import { useState } from 'react'
import { cx } from '@helioport/ui'
import { FileButton } from '@helioport/ui/form'
import styles from './history.module.css'
import { useHistoryText } from './history-texts.ts'

/** Where a file is dropped, or chosen by the button. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
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
        const [file] = event.dataTransfer.files
        if (file) onFile(file)
      }}
    >
      <span aria-hidden>{text('drop')}</span>
      <FileButton kind="primary" icon="table" label={text('drop')} accept=".csv,.txt,.tsv,.xlsx,.xlsm" onFile={onFile}>
        {text('choose')}
      </FileButton>
    </div>
  )
}
