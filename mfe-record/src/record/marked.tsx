import styles from './marked.module.css'

interface MarkedProps {
  children: string
  /** Search terms; empty: none. */
  hits: readonly string[]
}

/** A text with search terms highlighted, ignoring case as the service does. */
export function Marked({ children, hits }: MarkedProps) {
  const wanted = hits
    .filter((hit) => hit.trim() !== '')
    .map((hit) => hit.trim().replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
  if (wanted.length === 0) return children
  // Splitting by a group puts the matches at odd indexes.
  const pieces = children.split(new RegExp(`(${wanted.join('|')})`, 'giu'))
  return pieces.map((piece, nth) =>
    nth % 2 === 1 ? (
      // Pieces of one text have no other name than their place.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={nth} className={styles['hit']}>
        {piece}
      </mark>
    ) : (
      piece
    ),
  )
}
