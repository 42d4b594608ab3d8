import { useState } from 'react'
import { useStationSearch } from '@helioport/api-client'
import { useText } from '@helioport/i18n'
import { type FieldBinding, SearchField } from '@helioport/ui/form'
import { useAccountText } from '../account/use-account-text.ts'
import { Choices } from './choices.tsx'

/** Multiple choice of stations: all of a few, or search results among many. */
export function StationChoices({ field }: { field: FieldBinding<string[]> }) {
  const text = useAccountText()
  const common = useText()
  const { shown, search } = useShownStations(field.value)
  const besides = field.value.filter((chosen) => shown.every(({ id }) => id !== chosen)).length
  return (
    <Choices
      field={field}
      legend={text('sub.whichStations')}
      options={shown.map(({ id, name }) => ({ value: id, label: name }))}
      none={common('empty.nothing')}
      search={search}
      {...(besides > 0 && { besides: text('stations.besides', { count: besides }) })}
    />
  )
}

/** Stations shown in a form, including marked ones as far as known, and a search where there are many. */
export function useShownStations(marked: readonly string[]) {
  const text = useAccountText()
  const common = useText()
  const [wanted, setWanted] = useState('')
  const { data = [], known, onSearch } = useStationSearch()
  const kept = known.filter(({ id }) => marked.includes(id) && data.every((each) => each.id !== id))
  const find = (next: string) => {
    setWanted(next)
    onSearch?.(next)
  }
  return {
    shown: [...data, ...kept],
    search: onSearch && (
      <SearchField value={wanted} onChange={find} label={text('stations.search')} clearLabel={common('action.clear')} />
    ),
  }
}
