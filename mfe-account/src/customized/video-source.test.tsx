import { videoSource } from './video-source.ts'

test('accepts an https address', () => {
  expect(videoSource('https://media.example.org/roof.mp4')?.host).toBe('media.example.org')
})

test('accepts a file of this portal, at the page’s origin', () => {
  const file = '/api/web/v1/bulletins/00000000-0000-4000-8000-000000000001/file'
  expect(videoSource(file)?.href).toBe(`${location.origin}${file}`)
})

test.each([
  '',
  '/api/web/v1/session',
  '//evil.example/a.webm',
  'http://media.example.org/roof.mp4',
  'javascript:alert(1)',
  'data:video/mp4;base64,AA',
  'roof.mp4',
])('rejects %p', (address) => {
  expect(videoSource(address)).toBeUndefined()
})
