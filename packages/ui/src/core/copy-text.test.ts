import { copyText } from './copy-text.ts'

test('rejects with TypeError without a clipboard, as on a page without TLS', async () => {
  expect(navigator.clipboard).toBeUndefined()
  await expect(copyText('key')).rejects.toThrow(TypeError)
})
