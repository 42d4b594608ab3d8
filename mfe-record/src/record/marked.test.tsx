import { render } from '@testing-library/react'
import { Marked } from './marked.tsx'

const marked = (text: string, ...hits: string[]) => {
  const { container } = render(<Marked hits={hits}>{text}</Marked>)
  expect(container).toHaveTextContent(text)
  return [...container.querySelectorAll('mark')].map(({ textContent }) => textContent)
}

test('what was searched for is marked, in any case and each time', () => {
  expect(marked('Inversor 02 of Inversores', 'inversor')).toEqual(['Inversor', 'Inversor'])
  expect(marked('敦煌光电园区一号电站', '光电')).toEqual(['光电'])
})

test('signs that mean something in a pattern are taken as they are; an empty search marks nothing', () => {
  expect(marked('a.b axb (1)', 'a.b', '(1)')).toEqual(['a.b', '(1)'])
  expect(marked('Owner', '', ' ')).toEqual([])
})
