import type { ListedStation } from '@helioport/contract'
import type { Column } from '@helioport/ui/table'
import type { useStationText } from '../station/use-station-text.ts'
import { isChosen, type Selection, toggled } from './tools/selection.ts'

interface Choosing {
  selection: Selection
  onSelect: (selection: Selection) => void
  page: readonly ListedStation[]
  text: ReturnType<typeof useStationText>
}

/** The same columns, with a checkbox for the row before its name. */
export function withChoice(
  [name, ...columns]: readonly Column<ListedStation>[],
  { selection, onSelect, page, text }: Choosing,
): Column<ListedStation>[] {
  if (!name) return []
  const before = (station: ListedStation) => (
    <input
      type="checkbox"
      aria-label={text('list.choose', { name: station.name })}
      checked={isChosen(selection, station.id)}
      onChange={() => onSelect(toggled(selection, station.id, page))}
    />
  )
  return [{ ...name, before }, ...columns]
}
