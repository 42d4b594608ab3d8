import { fireEvent, render, screen } from '@testing-library/react'
import { followLinks } from './follow-links.ts'

let followed: string[]
let stop: () => void
beforeEach(() => {
  followed = []
  stop = followLinks((path) => followed.push(path))
})
afterEach(() => stop())

const clicked = (link: React.ReactElement, init?: MouseEventInit) => {
  render(link)
  return !fireEvent.click(screen.getByRole('link').firstElementChild ?? screen.getByRole('link'), init)
}

test('a plain link within the portal goes through the router', () => {
  expect(
    clicked(
      <a href="#/record?state=open">
        <b>records</b>
      </a>,
    ),
  ).toBe(true)
  expect(followed).toEqual(['/record?state=open'])
})

test.each([
  ['another site', { href: 'https://example.org/' }, {}],
  ['an anchor on the page', { href: '#main' }, {}],
  ['a new tab', { href: '#/record', target: '_blank' }, {}],
  ['a download', { href: '#/record', download: true }, {}],
  ['a click with Ctrl', { href: '#/record' }, { ctrlKey: true }],
  ['the middle button', { href: '#/record' }, { button: 1 }],
])('%s is left to the browser', (_, link, init) => {
  // jsdom cannot leave the page, but the click is not prevented.
  expect(clicked(<a {...link}>x</a>, init)).toBe(false)
  expect(followed).toEqual([])
})

test('a click that a component has handled is ignored', () => {
  clicked(
    <a href="#/record" onClick={(event) => event.preventDefault()}>
      x
    </a>,
  )
  expect(followed).toEqual([])
})
