import type { GatewayReport } from '@helioport/contract/ingest'
import type { Trouble } from '../source/trouble.ts'

interface Told {
  sources: readonly {
    name: string
    trouble: string | null
    troubles: readonly Trouble[]
    devices: readonly unknown[]
  }[]
  /** Troubles of the gateway itself. */
  troubles: readonly Trouble[]
}

/** Limits of the portal: troubles per source, and length of a value. */
const [mostTroubles, longestValue] = [4, 160]

/** State of the gateway, for the portal's page of its sources. */
export function reportOf(
  { sources, troubles }: Told,
  runs: Pick<GatewayReport, 'intervalS' | 'allowsControl'>,
): GatewayReport {
  return {
    ...runs,
    sources: sources.slice(0, 64).map((source) => ({
      name: source.name.slice(0, 120),
      trouble: source.trouble?.slice(0, 200) ?? null,
      ...coded(source.troubles),
      devices: source.devices.length,
    })),
    ...coded(troubles),
  }
}

function coded(troubles: readonly Trouble[]): Pick<GatewayReport, 'troubles'> {
  if (troubles.length === 0) return {}
  return {
    troubles: troubles.slice(0, mostTroubles).map(({ code, values }) => ({
      code,
      values: Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          typeof value === 'string' ? value.slice(0, longestValue) : value,
        ]),
      ),
    })),
  }
}

/** The report for a portal that knows no trouble codes: its contract rejects other fields. */
export const plainReport = ({ intervalS, allowsControl, sources }: GatewayReport): GatewayReport => ({
  intervalS,
  allowsControl,
  sources: sources.map(({ name, trouble, devices }) => ({ name, trouble, devices })),
})
