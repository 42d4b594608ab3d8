import { useRef } from 'react'
import { Button, type ButtonProps } from '../core/button.tsx'
import { VisuallyHidden } from '../core/visually-hidden.tsx'

interface FileButtonProps extends Pick<ButtonProps, 'children' | 'kind' | 'size' | 'icon'> {
  /** Name of the file input, for screen readers: what is chosen, or what may be. */
  label: string
  /** Endings with their dots, by comma. */
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
            // The same file may be chosen anew after it was mended: without this the browser sees no change.
            event.target.value = ''
            if (file) onFile(file, ...others)
          }}
        />
      </VisuallyHidden>
    </>
  )
}
