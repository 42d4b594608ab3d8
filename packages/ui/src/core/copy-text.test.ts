import { copyText } from './copy-text.ts'

test('without a clipboard, as on a page without TLS, it is refused and not thrown at whoever clicked', async () => {
  expect(navigator.clipboard).toBeUndefined()
  await expect(copyText('key')).rejects.toThrow(TypeError)
})
