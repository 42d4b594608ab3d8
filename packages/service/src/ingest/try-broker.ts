import mqtt from 'mqtt'

const patienceMs = 3_000

/**
 * Whether a broker lets in who has this address; nothing is read of it. Null: yes; else why not, in its own words.
 */
export async function tryBroker(url: string): Promise<string | null> {
  // The version that every broker knows.
  const options = { protocolVersion: 4, clean: true, reconnectPeriod: 0, connectTimeout: patienceMs } as const
  try {
    const client = await mqtt.connectAsync(url, options, false)
    await client.endAsync(true)
    return null
  } catch (error) {
    return error instanceof Error ? error.message || String((error as { code?: unknown }).code) : String(error)
  }
}
