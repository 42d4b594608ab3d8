import { screen } from '@testing-library/react'
import { showWithoutTexts } from './without-texts.ts'

beforeEach(() => document.body.replaceChildren(Object.assign(document.createElement('div'), { id: 'root' })))

const root = () => document.getElementById('root') as HTMLElement

it('shows a button when no texts could be loaded', () => {
  showWithoutTexts(root())
  expect(screen.getByRole('button')).toBeVisible()
})

it('keeps the message that the page shows already, and leaves the root empty', () => {
  const line = document.createElement('p')
  line.setAttribute('role', 'alert')
  line.textContent = 'The portal could not be loaded.'
  document.body.append(line)
  showWithoutTexts(root())
  expect(screen.getByRole('alert')).toBeVisible()
  // The page removes its own line as soon as the shell renders something.
  expect(root()).toBeEmptyDOMElement()
})
