import { cleanup, render } from '@testing-library/react'
import { CommandLines } from './command-lines.tsx'

afterEach(cleanup)

test('options do not wrap, their values may, and the text stays as written', () => {
  const command =
    "npx -y 'http://portal.example/a-b.tgz' \\\n  claim ABCD-EFGH --portal 'http://portal.example' --key-file key"
  const { container } = render(<CommandLines>{command}</CommandLines>)
  expect(container.textContent).toBe(command)
  const whole = [...container.querySelectorAll('span')].map((one) => [one.style.whiteSpace, one.textContent])
  expect(whole).toEqual(['-y', '--portal', '--key-file'].map((name) => ['nowrap', name]))
})
