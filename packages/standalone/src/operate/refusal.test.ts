import { tellOf } from './refusal.ts'

const denied = (syscall: string, path: string) =>
  Object.assign(new Error(`EACCES: permission denied, ${syscall} '${path}'`), { code: 'EACCES', syscall, path })

test('a denied permission is reported with the command that grants it', () => {
  expect(tellOf(denied('mkdir', '/var/lib/helioport'), 'doctor', 'helioport')).toBe(
    '✗ helioport has no right to make /var/lib/helioport\n  next: sudo install -d -m 700 -o helioport /var/lib/helioport',
  )
  expect(tellOf(denied('open', '/etc/helioport/key'), 'doctor', 'helioport')).toMatch(/next: sudo chown -R helioport \/etc\/helioport\/key$/) // prettier-ignore
})

test('another error is reported with the usual next command', () => {
  expect(tellOf(new Error('it broke'), 'npm run helioport -- doctor')).toBe(
    '✗ it broke\n  next: npm run helioport -- doctor',
  )
})
