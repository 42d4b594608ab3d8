import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../../..')

/**
 * Texts that people must be shown word for word, from the specification (sections 5 and 8); further text may be added.
 */
const sentences = [
  'Please enter your email!',
  'The email address is in the wrong format!',
  'The passwords entered twice do not match!',
  'The serial number format is incorrect.',
  'Invalid username or password',
  'Invalid verification code',
  'Login failed',
  'Failed operation',
  'Update failed',
  'Fail to edit',
  'Binding failed',
  'Failed to delete',
  'Password error',
  'There are uninitialized devices',
  'Some models do not support the reactive-power function',
  'No devices under the station',
  'Setting in progress or some devices uninitialized, please try again',
  'Set value out of range',
  'Please enter the set value',
  'Submit success: submitted, query the result later',
  'image must be smaller than 2MB',
  'Only JPG/PNG',
  'This setting is for the display page',
]

/** Files of English messages below a folder of sources. */
function englishFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return englishFiles(path)
    return entry.name === 'en-US.ts' && folder.endsWith('messages') ? [path] : []
  })
}

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : []

const folders = ['shell', ...readdirSync(root).filter((name) => name.startsWith('mfe-'))].map((name) => `${name}/src`)
const files = [
  ...folders.flatMap((folder) => englishFiles(join(root, folder))),
  join(root, 'packages/contract/src/error-texts.ts'),
]
let texts: string[] = []
beforeAll(async () => {
  const modules = await Promise.all(files.map((file) => import(file) as Promise<unknown>))
  texts = modules.flatMap(textsIn)
})

test.each(sentences)('“%s” is among the English texts', (sentence) => {
  expect(texts.filter((text) => text.includes(sentence))).not.toEqual([])
})
