import { videoSource } from './video-source.ts'

test('an https address plays', () => {
  expect(videoSource('https://media.example.org/roof.mp4')?.host).toBe('media.example.org')
})

test.each(['', 'http://media.example.org/roof.mp4', 'javascript:alert(1)', 'data:video/mp4;base64,AA', 'roof.mp4'])(
  '%p does not',
  (address) => {
    expect(videoSource(address)).toBeUndefined()
  },
)
