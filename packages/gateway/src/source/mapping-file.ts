import { readFileSync } from 'node:fs'
import type { Static, TSchema } from 'typebox'
import Value from 'typebox/value'

/**
 * Checks and parses a mapping.
 * @throws Error that says where it is wrong
 */
export function mappingFrom<Schema extends TSchema>(schema: Schema, text: string): Static<Schema> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`the mapping is not JSON: ${error instanceof Error ? error.message : ''}`, { cause: error })
  }
  const [first] = Value.Errors(schema, value)
  if (first) throw new Error(`the mapping is wrong at ${first.instancePath || '/'}: ${first.message}`)
  return value as Static<Schema>
}

/**
 * Checks and parses a mapping file.
 * @throws Error for a file that cannot be read, or is wrong
 */
export function mappingFile<Schema extends TSchema>(schema: Schema, file: string): Static<Schema> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : ''}`, { cause: error })
  }
  return mappingFrom(schema, text)
}
