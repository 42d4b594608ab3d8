import { readPicture, typeOf } from './read-picture.ts'

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
const file = (bytes: number[], type: string, length = bytes.length) => {
  const all = new Uint8Array(length)
  all.set(bytes)
  return new File([all], 'roof.png', { type })
}

test('the bytes decide what a file is, not its name or its type', async () => {
  expect(await typeOf(file(png, 'text/plain'))).toBe('image/png')
  expect(await typeOf(file([0xff, 0xd8, 0xff, 0xe0], ''))).toBe('image/jpeg')
  expect(await typeOf(file([0x47, 0x49, 0x46, 0x38], 'image/png'))).toBeUndefined()
  expect(await typeOf(file([0x89, 0x50], 'image/png'))).toBeUndefined()
})

test('rejects a GIF declared as PNG, and a file of exactly the size limit', async () => {
  expect(await readPicture(file([0x47, 0x49, 0x46, 0x38], 'image/png'), 1000)).toBe('type')
  expect(await readPicture(file(png, 'image/png', 1000), 1000)).toBe('size')
})
