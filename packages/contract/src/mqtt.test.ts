import { ackTopic, allFramesTopic, framesTopic, joinSigned, serialOfTopic, splitSigned } from './mqtt.ts'

const signature = 'a'.repeat(43)
const bytes = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0))

test('each logger has topics of its own, which contain its serial', () => {
  expect(framesTopic('DL0001-0000010')).toBe('helioport/v1/loggers/DL0001-0000010/frames')
  expect(serialOfTopic(framesTopic('DL0001-0000010'))).toBe('DL0001-0000010')
  expect(ackTopic('DL0001-0000010')).toBe('helioport/v1/loggers/DL0001-0000010/ack')
  expect(allFramesTopic).toBe('helioport/v1/loggers/+/frames')
})

test('splits a signed message into the signature and body that were joined', () => {
  const body = Uint8Array.of(0x1f, 0x8b, 0, 10, 13, 255)
  expect(splitSigned(joinSigned(signature, body))).toEqual({ signature, body })
})

test.each([
  '',
  '{}',
  `helioport1 ${'a'.repeat(42)}\n{}`,
  `helioport2 ${signature}\n`,
  `helioport1 ${'!'.repeat(43)}\n`,
])('refuses a message in another form: %j', (text) => expect(splitSigned(bytes(text))).toBeNull())
