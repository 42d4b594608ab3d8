import {
  type AnalysisParameter,
  analysisParameters,
  mostAnalysedInverters,
  mostAnalysisParameters,
} from '@helioport/contract'
import { urlMatch, urlText, type UrlStateOf } from '@helioport/ui'
import { urlDay } from '@helioport/ui/date'

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const parameter = `(?:${analysisParameters.join('|')})`

/** The comparison is in the URL, so that it can be shared. */
export const choiceFields = {
  station: urlMatch(new RegExp(`^${id}$`)),
  inverters: urlMatch(new RegExp(`^${id}(?:,${id}){0,199}$`)),
  parameters: urlMatch(new RegExp(`^${parameter}(?:,${parameter})*$`)),
  date: urlDay,
  zoom: urlText(27),
}

type UrlChoice = UrlStateOf<typeof choiceFields>

/** The choice in the form, before it is submitted. */
export interface Choice {
  station: string
  inverters: readonly string[]
  parameters: readonly AnalysisParameter[]
  date: string
}

const listOf = (text: string): string[] => (text === '' ? [] : text.split(','))

export const choiceOf = (url: UrlChoice): Choice => ({
  station: url.station,
  inverters: listOf(url.inverters),
  parameters: analysisParameters.filter((name) => listOf(url.parameters).includes(name)),
  date: url.date,
})

export const urlOf = (choice: Choice): UrlChoice => ({
  station: choice.station,
  inverters: choice.inverters.join(','),
  parameters: choice.parameters.join(','),
  date: choice.date,
  zoom: '',
})

/** Initial parameters: most people look for weak strings. */
export const firstParameters: readonly AnalysisParameter[] = ['power', 'stringCurrents']

export type Prompt =
  | 'prompt.group'
  | 'prompt.inverter'
  | 'prompt.manyInverters'
  | 'prompt.parameter'
  | 'prompt.manyParameters'
  | 'prompt.date'

/** Prompts for what is missing or too much; empty: the choice is complete. */
export function promptsOf({ station, inverters, parameters, date }: Choice): Partial<Record<keyof Choice, Prompt>> {
  return {
    ...(station === '' && { station: 'prompt.group' }),
    ...(inverters.length === 0 && { inverters: 'prompt.inverter' }),
    ...(inverters.length > mostAnalysedInverters && { inverters: 'prompt.manyInverters' }),
    ...(parameters.length === 0 && { parameters: 'prompt.parameter' }),
    ...(parameters.length > mostAnalysisParameters && { parameters: 'prompt.manyParameters' }),
    ...(date === '' && { date: 'prompt.date' }),
  }
}
