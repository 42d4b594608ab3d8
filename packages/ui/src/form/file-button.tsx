import { useRef } from 'react'
import { Button, type ButtonProps } from '../core/button.tsx'
import { VisuallyHidden } from '../core/visually-hidden.tsx'

interface FileButtonProps extends Pick<ButtonProps, 'children' | 'kind' | 'size' | 'icon'> {
  /** Name of the file input for screen readers: the chosen file, or the files that may be chosen. */
  label: string
  /** File extensions with their dots, separated by commas. */
  accept: string
  /** Several may be chosen at once. */
  isMultiple?: boolean
  onFile: (file: File, ...others: File[]) => void
}

/** Opens the browser's choice of a file. */
export function FileButton({ label, accept, isMultiple = false, onFile, children, ...look }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...look} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <VisuallyHidden>
        <input
          ref={input}
          type="file"
          tabIndex={-1}
          aria-label={label}
          accept={accept}
          multiple={isMultiple}
          onChange={(event) => {
            const [file, ...others] = event.target.files ?? []
            // Cleared so that the same file can be chosen again after an edit: otherwise the browser reports no change.
            event.target.value = ''
            if (file) onFile(file, ...others)
          }}
        />
      </VisuallyHidden>
    </>
  )
}
