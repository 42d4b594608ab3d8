import { Icon } from '../core/icon.tsx'
import { Menu, type MenuItem } from '../core/menu.tsx'
import type { Column } from './column.ts'
import type { TableTexts } from './table-texts.ts'
import type { ViewSettings } from './view-settings.ts'

interface ViewMenuProps<T> {
  columns: readonly Column<T>[]
  settings: ViewSettings
  onChange: (next: Partial<ViewSettings>) => void
  texts: TableTexts
}

/** Density and columns of a table. */
export function ViewMenu<T>({ columns, settings, onChange, texts }: ViewMenuProps<T>) {
  const toggle = (key: string) =>
    settings.hidden.includes(key) ? settings.hidden.filter((other) => other !== key) : [...settings.hidden, key]
  const densities = (['comfortable', 'compact'] as const).map<MenuItem>((density) => ({
    key: density,
    label: texts[density],
    selected: settings.density === density,
    onSelect: () => onChange({ density }),
  }))
  const choices = columns.slice(1).map<MenuItem>((column, index) => ({
    key: `column ${column.key}`,
    label: column.title,
    selected: !settings.hidden.includes(column.key),
    onSelect: () => onChange({ hidden: toggle(column.key) }),
    divided: index === 0,
  }))
  return (
    <Menu
      label={texts.columns}
      trigger={<Icon name="columns" />}
      align="start"
      placement="above"
      items={[...densities, ...choices.filter((_, index) => columns[index + 1]?.hideable !== false)]}
    />
  )
}
