import { render } from '@testing-library/react'
import { Marked } from './marked.tsx'

const marked = (text: string, ...hits: string[]) => {
  const { container } = render(<Marked hits={hits}>{text}</Marked>)
  expect(container).toHaveTextContent(text)
  return [...container.querySelectorAll('mark')].map(({ textContent }) => textContent)
}

test('marks every hit, ignoring case', () => {
  expect(marked('Inversor 02 of Inversores', 'inversor')).toEqual(['Inversor', 'Inversor'])
  expect(marked('敦煌光电园区一号电站', '光电')).toEqual(['光电'])
})

test('takes regular-expression characters literally; an empty search marks nothing', () => {
  expect(marked('a.b axb (1)', 'a.b', '(1)')).toEqual(['a.b', '(1)'])
  expect(marked('Owner', '', ' ')).toEqual([])
})
