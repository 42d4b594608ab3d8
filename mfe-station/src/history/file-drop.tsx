import { useId, useRef, useState } from 'react'
import { Button, cx, VisuallyHidden } from '@helioport/ui'
import styles from './history.module.css'
import { useHistoryText } from './history-texts.ts'

/** Where a file is dropped, or chosen by the button. */
export function FileDrop({ onFile }: { onFile: (file: File) => void }) {
  const text = useHistoryText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
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
      <label htmlFor={id}>{text('drop')}</label>
      <Button kind="primary" icon="table" onClick={() => input.current?.click()}>
        {text('choose')}
      </Button>
      <VisuallyHidden>
        <input
          ref={input}
          id={id}
          type="file"
          tabIndex={-1}
          accept=".csv,.txt,.tsv,.xlsx,.xlsm"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) onFile(file)
          }}
        />
      </VisuallyHidden>
    </div>
  )
}
