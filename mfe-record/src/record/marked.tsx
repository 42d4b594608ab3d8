import styles from './marked.module.css'

interface MarkedProps {
  children: string
  /** What was searched for; empty: nothing. */
  hits: readonly string[]
}

/** A text with what a search found in it marked, whatever the case of its letters: the service finds it so, too. */
export function Marked({ children, hits }: MarkedProps) {
  const wanted = hits
    .filter((hit) => hit.trim() !== '')
    .map((hit) => hit.trim().replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`))
  if (wanted.length === 0) return children
  // Split by a group, the pieces at odd places are what was found.
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
