const option = /((?<=^|\s)--?[A-Za-z][\w-]*)/

/** Commands to be copied. When a line is too narrow, an option such as `--portal` is not broken. */
export function CommandLines({ children }: { children: string }) {
  return children.split(option).map((part, nth) =>
    nth % 2 === 1 ? (
      <span key={nth} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ) : (
      part
    ),
  )
}
